import type { Result } from '@imagesearch/sdk';
import type { Address } from '../address/address.js';
import { requestKey, type Asked } from '../api/ask.js';
import { createStore } from '../api/store.js';

/** Answers of this tab, so that back, forward and a reload cost nothing. Another key has answers of its own. */
const ANSWERS_MAX = 30;
const answers = new Map<string, Kept>();
let owner: string | null = null;
const version = createStore(0);

/** What a reload finds again, in session storage. */
const NAME = 'image-search-answers';
const STORED_MAX = 8;
/** As long as the cursor of an answer lives. Its file addresses live longer. */
const STORED_MS = 60 * 60_000;

interface Kept {
  asked: Asked;
  /** Unix milliseconds. */
  at: number;
}

interface Stored {
  owner: string;
  answers: [request: string, Kept][];
}

/** The answer to a request, if this tab has it for this key. */
export function knownAnswer(request: string, apiKey: string): Asked | undefined {
  takeAnswersOf(apiKey);
  return answers.get(request)?.asked;
}

export function keepAnswer(request: string, asked: Asked, apiKey: string): void {
  takeAnswersOf(apiKey);
  answers.set(request, { asked, at: Date.now() });
  const [oldest] = answers.keys();
  if (answers.size > ANSWERS_MAX && oldest !== undefined) answers.delete(oldest);
  store(apiKey);
}

/** Another number whenever answers that are kept were changed or forgotten. */
export const useAnswersVersion = version.use;

/**
 * Shows an image in every answer as it is now; null takes it out. Where an answer says whether the image may be used, and its
 * licence is another one now, the answer is forgotten, because only the service can say that.
 */
export function changeInAnswers(
  assetId: string,
  edit: ((result: Result) => Result) | null,
  apiKey: string,
): void {
  takeAnswersOf(apiKey);
  for (const [request, { asked, at }] of answers) {
    const rank = asked.data.results.findIndex(({ asset_id }) => asset_id === assetId);
    const shown = asked.data.results[rank];
    if (!shown) continue;
    const edited = edit?.(shown);
    const isOutdated = shown.usable && edited && edited.rights.license !== shown.rights.license;
    if (isOutdated) answers.delete(request);
    else answers.set(request, { asked: withResult(asked, rank, edited), at });
  }
  changed(apiKey);
}

/** An answer with another result at a rank, or without the one there. */
function withResult(asked: Asked, rank: number, result: Result | undefined): Asked {
  const { count, strong_count: strong, results } = asked.data;
  const others = results.toSpliced(rank, 1, ...(result ? [result] : []));
  const isOneLess = !result;
  return {
    ...asked,
    data: {
      ...asked.data,
      results: others,
      count: isOneLess ? count - 1 : count,
      strong_count: isOneLess && strong !== null && rank < strong ? strong - 1 : strong,
    },
  };
}

/** After images were added: what is shown is asked for again. */
export function forgetAnswers(apiKey: string): void {
  takeAnswersOf(apiKey);
  answers.clear();
  changed(apiKey);
}

function changed(apiKey: string): void {
  store(apiKey);
  version.set(version.get() + 1);
}

/** The answer with fewer results to the same search. */
export function previousAnswer(address: Address): Asked | null {
  let best: Asked | null = null;
  for (const [key, { asked }] of answers) {
    const { count } = JSON.parse(key) as Address;
    if (count < address.count && requestKey({ ...address, count }) === key) best = asked;
  }
  return best;
}

function takeAnswersOf(apiKey: string): void {
  if (owner === apiKey) return;
  owner = apiKey;
  answers.clear();
  for (const [request, kept] of stored(apiKey)) answers.set(request, kept);
}

function stored(apiKey: string): Stored['answers'] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? 'null') as Stored | null;
    if (kept?.owner !== apiKey) return [];
    return kept.answers.filter(([, { at }]) => Date.now() - at < STORED_MS);
  } catch {
    // Another version of this page wrote there.
    return [];
  }
}

/** The latest answers, or fewer of them where the storage is full. */
function store(apiKey: string): void {
  for (let count = STORED_MAX; count > 0; count = Math.floor(count / 2)) {
    const kept: Stored = { owner: apiKey, answers: [...answers].slice(-count) };
    try {
      sessionStorage.setItem(NAME, JSON.stringify(kept));
      return;
    } catch {
      sessionStorage.removeItem(NAME);
    }
  }
}
