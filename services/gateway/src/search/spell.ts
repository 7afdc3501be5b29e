import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { SearchStages, Spelling, Wording } from './ports.js';

/** The first search after a bulk load may wait until the new words of the index are read. */
const SPELL_TIMEOUT_MS = 1_200;

/**
 * The words of a search with their translations and corrections. When spelling cannot be checked, the search goes on with the
 * words as they are, and says so.
 */
export async function spell(
  words: string,
  wording: Wording,
  { spelling, logger }: Pick<SearchStages, 'spelling' | 'logger'>,
  call: CallContext,
): Promise<Spelling> {
  const nothing = {
    corrections: [],
    translations: [],
    unmatched: [],
    didYouMean: null,
    kinds: [],
    meanings: [],
  };
  const asWritten: Spelling = { words, ...nothing };
  if (words === '') return asWritten;
  try {
    return await spelling.check(words, wording, within(call, SPELL_TIMEOUT_MS));
  } catch (error) {
    logger.warn(
      { err: error, requestId: call.requestId },
      'spelling was not checked; searching for the words as written',
    );
    return { ...asWritten, isUnchecked: true };
  }
}
