import { isSearch, type Address } from '../address/address.js';
import { ask, askOnward, type Asked } from '../api/ask.js';
import { explainFailure, type Failure } from '../api/failure.js';
import { creditsLeft } from '../api/service-store.js';
import { useLoaded } from '../api/store.js';
import { keepAnswer, searchOf, useKnownAnswer } from './known-answers.js';

export interface Search {
  /** What is shown: while more of the same search is asked for, the answer of before. */
  asked: Asked | null;
  isAsking: boolean;
  failure: Failure | null;
}

/**
 * The answer to what the address asks for; asks again when that changes.
 * @param attempt - a new number asks again after a failure
 */
export function useSearch(address: Address, attempt: number): Search {
  const search = searchOf(address);
  const known = useKnownAnswer(search);
  const isAnswered = !isSearch(address) || (known !== undefined && known.wanted >= address.count);
  const asksFor = isAnswered ? null : JSON.stringify([search, address.count, attempt]);
  const { error } = useLoaded(asksFor, async (signal) => {
    const asked = await (known ? askOnward(address, signal, known.asked) : ask(address, signal));
    creditsLeft(asked.credits.remaining);
    keepAnswer(address, asked);
  });
  if (error !== null) return { asked: null, isAsking: false, failure: explainFailure(error) };
  return { asked: known?.asked ?? null, isAsking: !isAnswered, failure: null };
}
