import type { Address } from '../address/address.js';
import { isSearch } from '../address/address.js';
import { ask, askOnward, requestKey, type Asked } from '../api/ask.js';
import { clientFor } from '../api/client.js';
import { explainFailure, type Failure } from '../api/failure.js';
import { keepAnswer, previousAnswer, useKnownAnswer } from './known-answers.js';
import { useLoaded } from '../api/store.js';
import { creditsLeft } from '../api/service-store.js';

export interface Search {
  /** What is shown: while the same search is asked for more, the answer of before. */
  asked: Asked | null;
  isAsking: boolean;
  failure: Failure | null;
}

/**
 * The answer to what the address asks for; asks again when that changes.
 * @param attempt - a new number asks again after a failure
 */
export function useSearch(address: Address, apiKey: string, attempt: number): Search {
  const request = isSearch(address) ? requestKey(address) : null;
  const known = useKnownAnswer(request, apiKey);
  const asksFor = request === null || known ? null : JSON.stringify([request, apiKey, attempt]);
  const { error } = useLoaded(asksFor, async (signal) => {
    keepAnswer(requestKey(address), await run(apiKey, address, signal), apiKey);
  });
  if (asksFor === null) return { asked: known ?? null, isAsking: false, failure: null };
  if (error !== null) return { asked: null, isAsking: false, failure: explainFailure(error) };
  return { asked: previousAnswer(address, apiKey), isAsking: true, failure: null };
}

async function run(apiKey: string, address: Address, signal: AbortSignal): Promise<Asked> {
  const client = clientFor(apiKey);
  const first = previousAnswer(address, apiKey);
  const asked = await (first ? askOnward(client, address, signal, first) : ask(client, address, signal));
  creditsLeft(asked.credits.remaining);
  return asked;
}
