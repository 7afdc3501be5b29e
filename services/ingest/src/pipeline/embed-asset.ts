import type { EmbedImageResponse, Vector } from '@imagesearch/contracts/messages';
import { AppError } from '@imagesearch/service-kit/errors';
import type { IngestClients } from '../clients.js';
import type { SourceItem } from '../sources/source.js';
import { callWithRetry } from './call-with-retry.js';

const EMBED_TIMEOUT_MS = 30_000;

type ItemWords = Pick<SourceItem, 'title' | 'tags' | 'description'>;

export interface EmbeddedItem {
  image: EmbedImageResponse;
  /** Of the caption; of an image that nobody described, a guess from its pixels where the model has one. */
  caption: Vector | null;
}

/**
 * An image's vectors and signals by the model that the embedding service runs.
 * @throws AppError `model_mismatch` when it is not the same one for pixels and words.
 */
export async function embedAsset(
  bytes: Buffer,
  item: ItemWords,
  { embedding }: Pick<IngestClients, 'embedding'>,
  signal: AbortSignal,
): Promise<EmbeddedItem> {
  const words = captionOf(item);
  const patience = { timeoutMs: EMBED_TIMEOUT_MS, signal };
  const [image, texts] = await Promise.all([
    callWithRetry((call) => embedding.embedImage({ image: bytes, withSignals: true }, call), patience),
    words === ''
      ? undefined
      : callWithRetry((call) => embedding.embedTexts({ texts: [words] }, call), patience),
  ]);
  if (texts !== undefined && image.fingerprint !== texts.fingerprint) {
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
  }
  return { image, caption: captionVector(item, texts?.vectors[0], image.captionGuess) };
}

/**
 * What the text tower reads of an image; empty when nothing is known. The title is said twice, because it names the
 * image and a tag may only name what surrounds it; chosen on the labelled queries of evaluation/relevance.
 */
export function captionOf({ title, tags }: Pick<ItemWords, 'title' | 'tags'>): string {
  return [title, title, ...tags].filter((words) => words !== '').join(', ');
}

/**
 * A guess only stands in where there is nothing better: words that the model knows, or a description to be found by. A title
 * like "IMG 2041" is no word to it.
 */
function captionVector(
  { description }: ItemWords,
  vector: Vector | undefined,
  guess: Vector | null,
): Vector | null {
  const isKnown = vector !== undefined && vector.values.length > 0;
  return isKnown || description !== '' ? (vector ?? null) : (guess ?? vector ?? null);
}
