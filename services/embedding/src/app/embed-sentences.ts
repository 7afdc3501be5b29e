import type { SentenceEncoderModel } from '@imagesearch/models/profile';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { TextEncoder } from '../domain/encoders.js';
import { createEmbedTexts, type EmbedTextsOptions } from './embed-texts.js';

export interface EmbedSentencesOptions extends Omit<EmbedTextsOptions, 'models'> {
  models: () => {
    profile: { sentences: SentenceEncoderModel | undefined };
    sentences: TextEncoder | undefined;
  };
}

export interface EmbedSentences {
  /** One vector for each text, in the order given; none without a sentence encoder. */
  embed(
    texts: readonly string[],
    role: keyof SentenceEncoderModel['prefixes'],
    call: CallContext,
  ): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Vectors of whole captions and queries, computed in batches and cached like those of texts. */
export function createEmbedSentences(options: EmbedSentencesOptions): EmbedSentences {
  const texts = createEmbedTexts({ ...options, models: () => ({ texts: encoderOf(options) }) });
  return {
    embed: async (sentences, role, call) => {
      const { profile } = options.models();
      if (profile.sentences === undefined || sentences.length === 0) return [];
      const prefix = profile.sentences.prefixes[role];
      const vectors = await texts.embed(
        sentences.map((sentence) => prefix + sentence),
        call,
      );
      return vectors.map((vector) => vector ?? new Float32Array());
    },
    close: () => texts.close(),
  };
}

function encoderOf({ models }: EmbedSentencesOptions): TextEncoder {
  const { sentences } = models();
  if (sentences === undefined) throw new Error('The model has no sentence encoder.');
  return sentences;
}
