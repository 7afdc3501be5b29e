import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Encoder, RecallQuery, SearchStages } from './ports.js';

const ENCODE_TIMEOUT_MS = 5_000;

/** Vectors of the words and of the image, side by side; a text without a word that the profile knows has none, and none of its sentence. */
export async function encode(
  { words, image }: { words: string; image: Uint8Array | null },
  encoder: Encoder,
  call: CallContext,
): Promise<Pick<RecallQuery, 'text' | 'image'>> {
  const limited = within(call, ENCODE_TIMEOUT_MS);
  const [text, imageEmbedding] = await Promise.all([
    words === '' ? undefined : encoder.encodeText(words, limited),
    image === null ? undefined : encoder.encodeImage(image, limited),
  ]);
  return { text: text && text.values.length > 0 ? text : undefined, image: imageEmbedding };
}

/** None where they cannot be had: the search then finds no image that this one is cut out of, and is right otherwise. */
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
