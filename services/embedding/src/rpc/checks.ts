import { invalid } from '@imagesearch/service-kit/errors';

const TEXTS_MAX = 256;
/** UTF-16 units; captions of open collections are much shorter. */
const TEXT_LENGTH_MAX = 10_000;

export function checkTexts(texts: readonly string[]): void {
  if (texts.length === 0 || texts.length > TEXTS_MAX) {
    const type = texts.length === 0 ? 'too_short' : 'too_long';
    throw invalid({ loc: ['texts'], msg: `Give 1 to ${TEXTS_MAX} texts.`, type, input: texts.length });
  }
  texts.forEach((text, index) => {
    if (text.trim() === '') {
      throw invalid({ loc: ['texts', index], msg: 'The text is empty.', type: 'string_too_short' });
    }
    if (text.length > TEXT_LENGTH_MAX) {
      throw invalid({
        loc: ['texts', index],
        msg: `The text has more than ${TEXT_LENGTH_MAX} characters.`,
        type: 'string_too_long',
        ctx: { max_length: TEXT_LENGTH_MAX },
      });
    }
  });
}
