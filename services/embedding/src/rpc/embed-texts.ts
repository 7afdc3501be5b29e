import type { EmbedTextsRequest, EmbedTextsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { invalid } from '@imagesearch/service-kit/errors';
import type { EmbeddingContext } from '../context.js';
import { toWireVector } from './converters.js';

const TEXTS_MAX = 256;
/** UTF-16 units; the longest captions of open collections end well below. */
const TEXT_LENGTH_MAX = 10_000;

export function embedTexts({ models, embedTexts }: EmbeddingContext) {
  return async ({ texts }: EmbedTextsRequest, call: CallContext): Promise<EmbedTextsResponseInput> => {
    validate(texts);
    const { fingerprint, crossModal } = models.get().profile;
    const vectors = await embedTexts.embed(texts, call);
    return { vectors: vectors.map(toWireVector), fingerprint, crossModal };
  };
}

function validate(texts: readonly string[]): void {
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
