import type { EmbedTextsRequest, EmbedTextsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';
import { checkTexts } from './checks.js';
import { vectorToWire } from './converters.js';

export function embedTexts({ models, embedTexts }: EmbeddingContext) {
  return async ({ texts }: EmbedTextsRequest, call: CallContext): Promise<EmbedTextsResponseInput> => {
    checkTexts(texts);
    const { fingerprint, crossModal } = models.get().profile;
    const vectors = await embedTexts.embed(texts, call);
    return { vectors: vectors.map(vectorToWire), fingerprint, crossModal };
  };
}
