import { useEffect, useState } from 'react';
import type { Address } from '../address/address.js';
import { isSearch } from '../address/address.js';
import { ask, askOnward, requestKey, type Asked } from '../api/ask.js';
import { clientFor } from '../api/client.js';
import { explainFailure, type Failure } from '../api/failure.js';
import { keepAnswer, knownAnswer, previousAnswer, useAnswersVersion } from './known-answers.js';
import { creditsLeft } from '../api/service-store.js';

export type Search =
  | { status: 'idle' }
  /** `previous`: what is shown meanwhile, when the same search is asked for more. */
  | { status: 'asking'; previous: Asked | null }
  | { status: 'answered'; asked: Asked }
  | { status: 'failed'; failure: Failure };

/**
 * The answer to what the address asks for; asks again when that changes.
 * @param attempt - a new number asks again after a failure
 */
export function useSearch(address: Address, apiKey: string, attempt: number): Search {
  const request = isSearch(address) ? requestKey(address) : null;
  const version = useAnswersVersion();
  const [settled, setSettled] = useState<{ request: string; outcome: Asked | Failure } | null>(null);
  const known = request === null ? undefined : knownAnswer(request, apiKey);

  useEffect(() => {
    if (request === null || knownAnswer(request, apiKey)) return;
    const abort = new AbortController();
    setSettled((previous) => (previous && 'title' in previous.outcome ? null : previous));
    const settle = (outcome: Asked | Failure): void => {
      if (!abort.signal.aborted) setSettled({ request, outcome });
    };
    run(apiKey, address, abort.signal).then(
      (asked) => {
        keepAnswer(request, asked, apiKey);
        settle(asked);
      },
      (error: unknown) => settle(explainFailure(error)),
    );
    return () => abort.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `request` is what matters of the address
  }, [request, apiKey, attempt, version]);

  if (request === null) return { status: 'idle' };
  if (known) return { status: 'answered', asked: known };
  if (settled?.request === request && 'title' in settled.outcome)
    return { status: 'failed', failure: settled.outcome };
  return { status: 'asking', previous: previousAnswer(address) };
}

async function run(apiKey: string, address: Address, signal: AbortSignal): Promise<Asked> {
  const client = clientFor(apiKey);
  const first = previousAnswer(address);
  const asked = await (first ? askOnward(client, address, signal, first) : ask(client, address, signal));
  creditsLeft(asked.credits.remaining);
  return asked;
}
