import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { SpellingChecker } from '../ports.js';

/** The words of the index, which the retrieval service owns, as the search sees them. */
export function createSpellingChecker(client: RetrievalClient): SpellingChecker {
  return {
    async check(words, exact, call) {
      const checked = await client.checkSpelling({ words, exact }, call);
      return {
        words: checked.words,
        corrections: checked.corrections.map(({ from, to }) => ({ from, to })),
        unmatched: checked.unmatched,
        kinds: checked.kinds.map(({ word, kinds }) => ({ word, kinds })),
        didYouMean: checked.didYouMean === '' ? null : checked.didYouMean,
      };
    },
  };
}
