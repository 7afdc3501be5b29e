import type {
  EmbedImageResponse,
  EmbedTextsResponse,
  Vector,
  AssetMetadata,
  AssetMetadataInput,
  PointInput,
  RightsInput,
  SignalsInput,
} from '@imagesearch/contracts/messages';
import { isUpload } from '@imagesearch/facets/asset-id';
import { pointFacets } from '@imagesearch/facets/catalogued';
import { FACET_NAMES } from '@imagesearch/facets/facets';
import { AppError } from '@imagesearch/service-kit/errors';
import { isWordless } from '@imagesearch/text-analysis/words';
import type { DecodedImage } from '@imagesearch/image-files/open-image';
import { isOfPath } from '../sources/asset-id.js';
import type { SourceItem } from '../sources/source.js';
import type { Services } from './service-calls.js';

/** UTF-16 units; the encoder reads the first 128 tokens. */
const CAPTION_LENGTH_MAX = 2_000;

export type AssetWords = Pick<SourceItem, 'assetId' | 'title' | 'tags' | 'description'>;

interface EmbeddedAsset {
  /** Vector and signals; width, height and format are those of the whole file. */
  image: EmbedImageResponse;
  /** `NO_VECTOR` for an image without words. */
  caption: Vector | null;
  /** Its place among texts, where `isSeen`; `NO_VECTOR` for another image, null where the model has none. */
  sight: Vector | null;
}

/** In the place of a vector that the image has no more. One that is absent stays as the index has it. */
const NO_VECTOR: Vector = { values: [] };

/**
 * Vectors and signals by the model that the embedding service runs.
 * @throws AppError `model_mismatch` when the model changed between pixels and words.
 */
export async function embedAsset(
  { format, width: imageWidth, height: imageHeight, pixels }: DecodedImage,
  words: AssetWords,
  services: Services,
): Promise<EmbeddedAsset> {
  const data = Buffer.from(pixels.data.buffer, pixels.data.byteOffset, pixels.data.byteLength);
  const copy = { ...pixels, data, imageWidth, imageHeight, format };
  const [image, encoded] = await Promise.all([
    services.embedding.embedImage({ pixels: copy, withSignals: true }),
    isWordless(words) ? undefined : embedWords(words, services),
  ]);
  if (encoded !== undefined) requireModel(encoded.fingerprint, image.fingerprint);
  return {
    image: { ...image, signals: withResolution(image) },
    caption: captionVector(encoded),
    sight: isSeen(words) ? image.sight : NO_VECTOR,
  };
}

const captionVector = (encoded: EmbedTextsResponse | undefined): Vector => encoded?.vectors[0] ?? NO_VECTOR;

/**
 * Whether words are compared with its pixels: nobody has said what it shows, except perhaps by the name of its file, or for all
 * the images that a person added together.
 */
export function isSeen(words: AssetWords): boolean {
  return isWordless(words) || isUpload(words.assetId) || isOfPath(words.assetId, words);
}

/**
 * Whether the vectors of its pixels that the index has are all that it needs once other words are said of it.
 * @param stored Undefined where nobody knows which words the index has.
 */
export function needsNoPixels(stored: AssetWords | undefined, said: AssetWords): boolean {
  return !isSeen(said) || (stored === undefined ? isUpload(said.assetId) : isSeen(stored));
}

/**
 * The vector of the words; null where those stored give the same one, which stays.
 * @param stored Undefined where nobody knows which words the index has.
 * @throws AppError `model_mismatch` when the model changed since `fingerprint`.
 */
export async function embedCaption(
  words: AssetWords,
  stored: AssetWords | undefined,
  fingerprint: string,
  services: Services,
): Promise<Vector | null> {
  if (isWordless(words)) return NO_VECTOR;
  if (stored !== undefined && !isWordless(stored) && captionOf(words) === captionOf(stored)) return null;
  const encoded = await embedWords(words, services);
  requireModel(encoded.fingerprint, fingerprint);
  return captionVector(encoded);
}

function embedWords(words: AssetWords, { embedding }: Services): Promise<EmbedTextsResponse> {
  return embedding.embedTexts({ texts: [captionOf(words)], areCaptions: true });
}

function requireModel(fingerprint: string, expected: string): void {
  if (fingerprint !== expected)
    throw new AppError('model_mismatch', 'The embedding model changed during the run; run it again.');
}

/** The signals, and the megapixels of the whole file. */
function withResolution({ signals, width, height }: EmbedImageResponse): EmbedImageResponse['signals'] {
  return signals && { ...signals, resolution: (width * height) / 1_000_000 };
}

/** What the text encoder reads. */
export function captionOf({ title, tags, description }: Omit<AssetWords, 'assetId'>): string {
  return [title, ...tags, description]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, CAPTION_LENGTH_MAX);
}

/**
 * Part of every asset's content version: raise its number when the same asset and model would give another point. A new facet is
 * a new value of every point.
 */
export const INGEST_VERSION = [17, ...FACET_NAMES].join();

type PointFacts = Pick<
  AssetMetadata,
  'assetId' | 'contentVersion' | 'title' | 'tags' | 'description' | 'aiGenerated'
> &
  Pick<AssetMetadataInput, 'created' | 'creator' | 'provenance' | 'facts' | 'signals'>;

/** What is computed of one asset's pixels and words. */
type Computed = Pick<
  PointInput,
  'image' | 'caption' | 'sight' | 'signals' | 'localFeatures' | 'keepsVectors'
>;

/** What the index holds of one asset, whether a source, a person or the catalogue describes it. */
function pointOf(metadata: PointFacts, computed: Computed, rights: RightsInput | null): PointInput {
  return { ...saidOf(metadata, rights), ...computed, rights };
}

export function buildPoint(
  metadata: PointFacts,
  { image, caption, sight }: EmbeddedAsset,
  { signals, rights }: { signals: SignalsInput | null; rights: RightsInput | null },
): PointInput {
  const { vector, localFeatures } = image;
  return pointOf(metadata, { image: vector, caption, sight, signals, localFeatures }, rights);
}

/**
 * The same for an asset whose pixels are in the index, and which `needsNoPixels`.
 * @param caption Null keeps the one that is.
 */
export function buildPointOnPixels(
  metadata: PointFacts,
  caption: Vector | null,
  rights: RightsInput | null,
): PointInput {
  const sight = isSeen(metadata) ? null : NO_VECTOR;
  return pointOf(metadata, { caption, sight, keepsVectors: true }, rights);
}

function saidOf(metadata: PointFacts, rights: RightsInput | null): PointInput {
  const { assetId, contentVersion, title, description } = metadata;
  return { assetId, contentVersion, title, description, ...pointFacets({ metadata, rights }) };
}
