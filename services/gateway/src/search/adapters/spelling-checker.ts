import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { SpellingChecker } from '../ports.js';

/** The words of the index, which the retrieval service owns, as the search sees them. */
export function createSpellingChecker(client: RetrievalClient): SpellingChecker {
  return {
    async check(words, { exact, languages }, call) {
      const { stated, read } = languages;
      const checked = await client.checkSpelling(
        { words, exact, language: stated ?? '', languagesRead: [...read] },
        call,
      );
      return {
        words: checked.words,
        corrections: checked.corrections.map(({ from, to }) => ({ from, to })),
        translations: checked.translations.map(({ from, to, language }) => ({ from, to, lang: language })),
        unmatched: checked.unmatched,
        kinds: checked.kinds.map(({ word, kinds }) => ({ word, kinds })),
        meanings: checked.meanings,
        didYouMean: checked.didYouMean === '' ? null : checked.didYouMean,
      };
    },
  };
}
