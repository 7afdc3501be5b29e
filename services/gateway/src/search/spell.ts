import type { RetrievalClient } from '@imagesearch/contracts/clients';
import type { Filters } from '@imagesearch/facets/filters';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { LRUCache } from 'lru-cache';
import type { Envelope } from './envelope.js';

type Helped = { [Field in 'corrections' | 'translations' | 'unmatched']: NonNullable<Envelope[Field]> };

/** What the words of a search are, compared with those of the index, and what its answer says of that. */
export interface Spelling extends Helped {
  /** The words to search for. */
  words: string;
  did_you_mean: string | null;
  /** Set when the check failed or was late: nothing is known of the words. */
  spelling_unchecked?: true;
}

/** How the words of a search are to be read. */
export interface Wording {
  /** Corrects and translates nothing, and proposes what it would correct. */
  exact: boolean;
  languages: Languages;
  /** Of images that the caller sees, where it does not see all: no answer has a word of others. */
  seen?: Filters;
}

/** What a request says about the language of its words: BCP 47 tags. */
export interface Languages {
  /** As the caller states it; null when not. */
  stated: string | null;
  /** Those that the caller reads, the preferred one first. */
  read: readonly string[];
}

/**
 * The words of a search with their translations and corrections. When spelling cannot be checked, the search goes on with the
 * words as they are, and says so.
 */
export type Spell = (words: string, wording: Wording, call: CallContext) => Promise<Spelling>;

/** The first search after a bulk load may wait until the new words of the index are read. */
const SPELL_TIMEOUT_MS = 1_200;

/** By the words of the index, which the retrieval service owns. */
export function createSpell(client: Pick<RetrievalClient, 'checkSpelling'>, logger: Logger): Spell {
  const recent = new LRUCache<string, Spelling>(KEPT);
  const check: Spell = async (words, { exact, languages: { stated, read }, seen }, call) => {
    const asked = JSON.stringify([words, exact, stated, read, seen]);
    const known = recent.get(asked);
    if (known) return known;
    const request = {
      words,
      exact,
      language: stated ?? '',
      languagesRead: [...read],
      ...(seen && { seen: { ...seen } }),
    };
    const { translations, didYouMean, ...checked } = await client.checkSpelling(request, call);
    const spelling = {
      words: checked.words,
      corrections: checked.corrections,
      translations: translations.map(({ from, to, language }) => ({ from, to, lang: language })),
      unmatched: checked.unmatched,
      did_you_mean: didYouMean === '' ? null : didYouMean,
    };
    if (needsNoHelp(spelling, words)) recent.set(asked, spelling);
    return spelling;
  };
  return async (words, wording, call) => {
    const asWritten = { words, corrections: [], translations: [], unmatched: [], did_you_mean: null };
    if (words === '') return asWritten;
    try {
      return await check(words, wording, within(call, SPELL_TIMEOUT_MS));
    } catch (error) {
      logger.warn(
        { err: error, requestId: call.requestId },
        'spelling was not checked; searching for the words as written',
      );
      return { ...asWritten, spelling_unchecked: true };
    }
  };
}

/**
 * Answers for texts that need no help are kept: pages of one ranking and the texts that many ask need no second check. New
 * images change no such answer. After the last image of a word was deleted, the word may count as known for 30 seconds more.
 */
const KEPT = { max: 1_000, ttl: 30_000 };

function needsNoHelp(spelling: Spelling, words: string): boolean {
  const { corrections, translations, unmatched } = spelling;
  const isAsWritten = spelling.words === words && spelling.did_you_mean === null;
  return isAsWritten && [corrections, translations, unmatched].every(({ length }) => length === 0);
}
