import type { CheckSpellingRequest, CheckSpellingResponseInput } from '@imagesearch/contracts/messages';
import { languageOf } from '@imagesearch/lexicon/languages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RetrievalContext } from '../context.js';
import { checkWords } from './checks.js';

/** More preferences say no more. */
const LANGUAGES_READ_MAX = 8;

export function checkSpelling({ spelling }: RetrievalContext) {
  return async (
    { words, exact, language, languagesRead }: CheckSpellingRequest,
    call: CallContext,
  ): Promise<CheckSpellingResponseInput> => {
    const languages = {
      stated: languageOf(language),
      read: languagesRead.slice(0, LANGUAGES_READ_MAX).flatMap((tag) => languageOf(tag) ?? []),
    };
    const checked = await spelling.check(checkWords(words), { exact, languages }, call);
    return { ...checked, didYouMean: checked.didYouMean ?? '' };
  };
}
