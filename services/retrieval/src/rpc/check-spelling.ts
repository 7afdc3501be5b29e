import type { CheckSpellingRequest, CheckSpellingResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RetrievalContext } from '../context.js';
import { checkWords } from './checks.js';

export function checkSpelling({ spelling }: RetrievalContext) {
  return async (
    { words, exact }: CheckSpellingRequest,
    call: CallContext,
  ): Promise<CheckSpellingResponseInput> => {
    const checked = await spelling.check(checkWords(words), { exact }, call);
    return { ...checked, didYouMean: checked.didYouMean ?? '' };
  };
}
