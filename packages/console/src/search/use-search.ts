import { useEffect, useState } from 'react';
import type { Address } from '../address/address.js';
import { isSearch } from '../address/address.js';
import { ask, askOnward, requestKey, type Asked } from '../api/ask.js';
import { clientFor } from '../api/client.js';
import { explainFailure, type Failure } from '../api/failure.js';
import { creditsLeft } from '../account/account-store.js';

export type Search =
  | { status: 'idle' }
  /** `previous`: what is shown meanwhile, when the same search is asked for more. */
  | { status: 'asking'; previous: Asked | null }
  | { status: 'answered'; asked: Asked }
  | { status: 'failed'; failure: Failure };

/** Answers of this tab, so that back and forward cost nothing. Another key has answers of its own. */
const ANSWERS_MAX = 30;
const answers = new Map<string, Asked>();
let owner: string | null = null;

/**
 * The answer to what the address asks for; asks again when that changes.
 * @param attempt - a new number asks again after a failure
 */
export function useSearch(address: Address, apiKey: string, attempt: number): Search {
  forgetOthers(apiKey);
  const request = isSearch(address) ? requestKey(address) : null;
  const [settled, setSettled] = useState<{ request: string; outcome: Asked | Failure } | null>(null);
  const known = request === null ? undefined : answers.get(request);

  useEffect(() => {
    if (request === null || answers.has(request)) return;
    const abort = new AbortController();
    setSettled((previous) => (previous && 'title' in previous.outcome ? null : previous));
    const settle = (outcome: Asked | Failure): void => {
      if (!abort.signal.aborted) setSettled({ request, outcome });
    };
    run(apiKey, address, abort.signal).then(
      (asked) => {
        keepAnswer(request, asked);
        settle(asked);
      },
      (error: unknown) => settle(explainFailure(error)),
    );
    return () => abort.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `request` is what matters of the address
  }, [request, apiKey, attempt]);

  if (request === null) return { status: 'idle' };
  if (known) return { status: 'answered', asked: known };
  if (settled?.request === request && 'title' in settled.outcome)
    return { status: 'failed', failure: settled.outcome };
  return { status: 'asking', previous: previousOf(address) };
}

async function run(apiKey: string, address: Address, signal: AbortSignal): Promise<Asked> {
  const client = clientFor(apiKey);
  const first = previousOf(address);
  const asked = await (first ? askOnward(client, address, signal, first) : ask(client, address, signal));
  creditsLeft(asked.credits.remaining);
  return asked;
}

function forgetOthers(apiKey: string): void {
  if (owner !== apiKey) answers.clear();
  owner = apiKey;
}

function keepAnswer(request: string, asked: Asked): void {
  answers.set(request, asked);
  const [oldest] = answers.keys();
  if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
}

/** The answer with fewer results to the same search. */
function previousOf(address: Address): Asked | null {
  let best: Asked | null = null;
  for (const [key, asked] of answers) {
    const { count } = JSON.parse(key) as Address;
    if (count < address.count && requestKey({ ...address, count }) === key) best = asked;
  }
  return best;
}
