import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Encoder, RecallQuery } from './ports.js';

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
