import type { Address } from '../address/address.js';
import { isSearch } from '../address/address.js';
import { ask, askOnward, requestKey, type Asked } from '../api/ask.js';
import { clientFor } from '../api/client.js';
import { explainFailure, type Failure } from '../api/failure.js';
import { keepAnswer, knownAnswer, previousAnswer, useAnswersVersion } from './known-answers.js';
import { useLoaded } from '../api/store.js';
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
  const known = request === null ? undefined : knownAnswer(request, apiKey);
  const asksFor = request === null || known ? null : JSON.stringify([request, apiKey, attempt, version]);
  const { error } = useLoaded(asksFor, async (signal) => {
    const asked = await run(apiKey, address, signal);
    keepAnswer(requestKey(address), asked, apiKey);
    return asked;
  });
  if (request === null) return { status: 'idle' };
  if (known) return { status: 'answered', asked: known };
  if (error !== null) return { status: 'failed', failure: explainFailure(error) };
  return { status: 'asking', previous: previousAnswer(address) };
}

async function run(apiKey: string, address: Address, signal: AbortSignal): Promise<Asked> {
  const client = clientFor(apiKey);
  const first = previousAnswer(address);
  const asked = await (first ? askOnward(client, address, signal, first) : ask(client, address, signal));
  creditsLeft(asked.credits.remaining);
  return asked;
}
