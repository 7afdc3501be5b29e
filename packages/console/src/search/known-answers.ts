import type { Result } from '@imagesearch/sdk';
import type { Address } from '../address/address.js';
import type { Asked } from '../api/ask.js';
import { createStore } from '../api/store.js';

/** The latest answers of this tab, in its session storage: back, forward and a reload cost nothing. */
const NAME = 'image-search-answers';
const ANSWERS_MAX = 20;
/** As long as the cursor of an answer lives. Its file addresses live longer. */
const KEPT_MS = 60 * 60_000;

interface Kept {
  /** What was asked for, however many images of it. */
  search: string;
  /** So many images were asked for; a plan may give fewer. */
  wanted: number;
  asked: Asked;
  /** Unix milliseconds. */
  at: number;
}

const answers = createStore(stored());

export function searchOf(address: Address): string {
  const { query, readsBrief, isExact, example, like, filters, use, usableOnly, minScore } = address;
  return JSON.stringify({ query, readsBrief, isExact, example, like, filters, use, usableOnly, minScore });
}

/** The answer to a search, if this tab has it. */
export function useKnownAnswer(search: string): Kept | undefined {
  return answers.use().find((kept) => kept.search === search);
}

/** In the place of the one to the same search. */
export function keepAnswer(address: Address, asked: Asked): void {
  const search = searchOf(address);
  const others = answers.get().filter((kept) => kept.search !== search);
  keep([...others, { search, wanted: address.count, asked, at: Date.now() }].slice(-ANSWERS_MAX));
}

/**
 * Shows an image in every answer as it is now; null takes it out. Where an answer says whether the image may be used, and its
 * licence is another one now, the answer is forgotten, because only the service can say that.
 */
export function changeInAnswers(assetId: string, edit: ((result: Result) => Result) | null): void {
  const changed = answers.get().flatMap((kept) => {
    const rank = kept.asked.data.results.findIndex(({ asset_id }) => asset_id === assetId);
    const shown = kept.asked.data.results[rank];
    if (!shown) return [kept];
    const edited = edit?.(shown);
    const isOutdated = shown.usable && edited && edited.rights.license !== shown.rights.license;
    return isOutdated ? [] : [{ ...kept, asked: withResult(kept.asked, rank, edited) }];
  });
  keep(changed);
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
export function forgetAnswers(): void {
  keep([]);
}

function stored(): readonly Kept[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? '[]') as Kept[];
    return kept.filter(({ at }) => Date.now() - at < KEPT_MS);
  } catch {
    // Another version of this page wrote there.
    return [];
  }
}

/** In the storage as many of them as have room. */
function keep(kept: readonly Kept[]): void {
  answers.set(kept);
  for (let count = kept.length; ; count = Math.floor(count / 2)) {
    try {
      sessionStorage.setItem(NAME, JSON.stringify(count === 0 ? [] : kept.slice(-count)));
      return;
    } catch {
      sessionStorage.removeItem(NAME);
      if (count === 0) return;
    }
  }
}
