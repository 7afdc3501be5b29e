import type { EmbedTextsRequest, EmbedTextsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';
import { checkTexts } from './checks.js';
import { vectorToWire } from './converters.js';

export function embedTexts({ models, embedTexts, embedSentences }: EmbeddingContext) {
  return async (
    { texts, sentences, sentencesAreCaptions }: EmbedTextsRequest,
    call: CallContext,
  ): Promise<EmbedTextsResponseInput> => {
    if (texts.length > 0 || sentences.length === 0) checkTexts(texts, 'texts');
    if (sentences.length > 0) checkTexts(sentences, 'sentences');
    const { fingerprint, crossModal } = models.get().profile;
    const [vectors, sentenceVectors] = await Promise.all([
      embedTexts.embed(texts, call),
      embedSentences.embed(sentences, sentencesAreCaptions ? 'caption' : 'query', call),
    ]);
    return {
      vectors: vectors.map(vectorToWire),
      fingerprint,
      crossModal,
      sentenceVectors: sentenceVectors.map(vectorToWire),
    };
  };
}
