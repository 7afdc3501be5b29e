import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Embedding, Encoder, SearchStages } from './ports.js';

const ENCODE_TIMEOUT_MS = 5_000;

/** Undefined for a text without a word that the profile knows, whose sentence has no vector either. */
export async function encodeWords(
  words: string,
  encoder: Encoder,
  call: CallContext,
): Promise<Embedding | undefined> {
  const text = await encoder.encodeText(words, within(call, ENCODE_TIMEOUT_MS));
  return text.values.length > 0 ? text : undefined;
}

export function encodeImage(image: Uint8Array, encoder: Encoder, call: CallContext): Promise<Embedding> {
  return encoder.encodeImage(image, within(call, ENCODE_TIMEOUT_MS));
}

/** None when the service cannot compute them. The search then finds no image that this one is cut out of. */
export async function localFeaturesOf(
  image: Uint8Array,
  { encoder, logger }: Pick<SearchStages, 'encoder' | 'logger'>,
  call: CallContext,
): Promise<readonly string[]> {
  try {
    return await encoder.localFeatures(image, within(call, ENCODE_TIMEOUT_MS));
  } catch (error) {
    logger.warn({ err: error, requestId: call.requestId }, 'the local features of an image are missing');
    return [];
  }
}
