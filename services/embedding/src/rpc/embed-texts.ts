import type { EmbedTextsRequest, EmbedTextsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';
import { checkTexts } from './checks.js';
import { vectorToWire } from './converters.js';

export function embedTexts({ models, embedTexts: byText, embedSightTexts: bySight }: EmbeddingContext) {
  return async (
    { texts, areCaptions }: EmbedTextsRequest,
    call: CallContext,
  ): Promise<EmbedTextsResponseInput> => {
    checkTexts(texts);
    const { profile, texts: encoder, sightTexts } = models.get();
    const { fingerprint, crossModal, textEncoder } = profile;
    const prefix = textEncoder.prefixes[areCaptions ? 'caption' : 'query'];
    const prefixed = texts.map((text) => prefix + text);
    const embedding = byText.embed(prefixed, call);
    const [vectors, sightVectors] = await Promise.all([
      embedding,
      areCaptions ? [] : encoder === sightTexts ? embedding : bySight.embed(texts, call),
    ]);
    return {
      vectors: vectors.map(vectorToWire),
      sightVectors: sightVectors.map(vectorToWire),
      fingerprint,
      crossModal,
      englishOnly: textEncoder.englishOnly,
    };
  };
}
