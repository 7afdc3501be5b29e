import type { EmbedImageResponse, Vector } from '@imagesearch/contracts/messages';
import { AppError } from '@imagesearch/service-kit/errors';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { SourceItem } from '../sources/source.js';
import { callWithRetry } from './call-with-retry.js';
import { embeddingCopy } from './embedding-copy.js';

const EMBED_TIMEOUT_MS = 30_000;
/** UTF-16 units; the encoder reads the first 128 tokens. */
const SENTENCE_LENGTH_MAX = 2_000;

type AssetWords = Pick<SourceItem, 'title' | 'tags' | 'description'>;

export interface EmbeddedAsset {
  /** Vector and signals; width, height and format are those of the whole file. */
  image: EmbedImageResponse;
  /** Vector of the caption. For an image without one: a guess from its pixels, where the model can guess. */
  caption: Vector | null;
  /** Of the caption by the sentence encoder; null without a caption or without an encoder. */
  sentence: Vector | null;
}

/**
 * Vectors and signals by the model that the embedding service runs.
 * @throws AssetFault for an unreadable file, AppError `model_mismatch` when the model changed between pixels and words.
 */
export async function embedAsset(
  file: Buffer,
  words: AssetWords,
  { embedding }: Pick<IngestClients, 'embedding'>,
  signal: AbortSignal,
): Promise<EmbeddedAsset> {
  const { image: bytes, ...original } = await embeddingCopy(file, signal);
  const texts = [captionOf(words)].filter((text) => text !== '');
  const sentences = [sentenceOf(words)].filter((sentence) => sentence !== '');
  const callOptions = { timeoutMs: EMBED_TIMEOUT_MS, signal };
  const [image, encoded] = await Promise.all([
    callWithRetry((call) => embedding.embedImage({ image: bytes, ...partsFor(words) }, call), callOptions),
    sentences.length === 0
      ? undefined
      : callWithRetry(
          (call) => embedding.embedTexts({ texts, sentences, sentencesAreCaptions: true }, call),
          callOptions,
        ),
  ]);
  if (encoded !== undefined && image.fingerprint !== encoded.fingerprint) {
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
  }
  const whole = { ...image, ...original };
  return {
    image: { ...whole, signals: withResolution(whole) },
    caption: captionVector(words, encoded?.vectors[0], image.captionGuess),
    sentence: encoded?.sentenceVectors[0] ?? null,
  };
}

/** The index decides whether a title says anything: cameras write some too. */
function partsFor({ tags, description }: AssetWords) {
  return { withSignals: true, withObjectNames: tags.length === 0 && description === '' };
}

/** The signals, and the megapixels of the whole file: the embedding service may have seen a smaller copy. */
function withResolution({ signals, width, height }: EmbedImageResponse): EmbedImageResponse['signals'] {
  return signals && { ...signals, resolution: (width * height) / 1_000_000 };
}

/**
 * Empty when nothing is known. The title is repeated, because a tag may name only the surroundings
 * (evaluation/relevance).
 */
export function captionOf({ title, tags }: Pick<AssetWords, 'title' | 'tags'>): string {
  return [title, title, ...tags].filter((part) => part !== '').join(', ');
}

/** What the sentence encoder reads: each part once, because it reads texts as they are written. */
function sentenceOf({ title, tags, description }: AssetWords): string {
  return [title, ...tags, description]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, SENTENCE_LENGTH_MAX);
}

/** The guess is used only without a known word and without a description. The model knows no word of "IMG 2041". */
function captionVector(
  { description }: AssetWords,
  vector: Vector | undefined,
  guess: Vector | null,
): Vector | null {
  const isKnown = vector !== undefined && vector.values.length > 0;
  return isKnown || description !== '' ? (vector ?? null) : (guess ?? vector ?? null);
}
