import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Encoder, ImageEmbedding, SearchStages, Spelling, TextEmbedding } from './ports.js';

const ENCODE_TIMEOUT_MS = 5_000;

export function encodeWords(
  { words, meanings }: Pick<Spelling, 'words' | 'meanings'>,
  encoder: Encoder,
  call: CallContext,
): Promise<TextEmbedding> {
  return encoder.encodeText(words, meanings, within(call, ENCODE_TIMEOUT_MS));
}

export function encodeImage(image: Uint8Array, encoder: Encoder, call: CallContext): Promise<ImageEmbedding> {
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
