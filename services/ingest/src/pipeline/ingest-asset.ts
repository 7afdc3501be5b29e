import type { AssetMetadataInput, PointInput, PutAssetRequestInput } from '@imagesearch/contracts/messages';
import type { SourceItem } from '../sources/source.js';
import type { IngestClients } from '../clients.js';
import { embedAsset } from './embed-asset.js';
import { embeddingCopy } from './embedding-copy.js';
import type { LoadImage } from './load-image.js';
import { callWithRetry } from './call-with-retry.js';

const PUT_TIMEOUT_MS = 60_000;
/** The rights service takes chunks of at most 1 MiB. */
const CHUNK_BYTES = 512 * 1024;

/** Part of every stored image's version: raise it when the same item and model come to give another point. */
export const INGEST_VERSION = 5;

export interface IngestDeps {
  clients: IngestClients;
  loadImage: LoadImage;
  signal: AbortSignal;
}

export interface IngestedAsset {
  /** What the index is to hold; undefined when the asset is withdrawn and was left alone. */
  point: PointInput | undefined;
  modelFingerprint: string;
}

/** What becomes of an item's words and pixels, apart from its source's own facts. */
type ItemFacts = Omit<SourceItem, 'image' | 'cursor' | 'sourceVersion'>;

/**
 * Looks at one image, stores it with its rights, and answers what the index is to hold of it.
 * @throws ItemFault or AppError
 */
export async function ingestAsset(
  item: ItemFacts & Pick<SourceItem, 'image'>,
  contentVersion: string,
  { clients: { embedding, rights }, loadImage, signal }: IngestDeps,
): Promise<IngestedAsset> {
  const file = await loadImage(item.image, signal);
  const { image: copy, ...original } = await embeddingCopy(file);
  const { image, caption } = await embedAsset(copy, item, { embedding }, signal);
  const { width, height, format, signals } = { ...image, ...original };
  const metadata = toMetadata(item, { width, height, format, signals, contentVersion });
  const stored = await callWithRetry((call) => rights.putAsset(putRequests(metadata, file), call), {
    timeoutMs: PUT_TIMEOUT_MS,
    signal,
  });
  const modelFingerprint = image.fingerprint;
  if (stored.state === 'ASSET_STATE_WITHDRAWN') return { point: undefined, modelFingerprint };

  const { assetId, title, tags, description, aiGenerated } = item;
  const point = {
    assetId,
    contentVersion,
    image: image.vector,
    caption,
    title,
    tags,
    description,
    source: assetId.slice(0, assetId.indexOf(':')),
    aiGenerated,
    signals,
    rights: stored.rights,
  };
  return { point, modelFingerprint };
}

type Seen = Required<Pick<AssetMetadataInput, 'width' | 'height' | 'format' | 'signals' | 'contentVersion'>>;

function toMetadata(item: ItemFacts, seen: Seen): AssetMetadataInput {
  const { creator, creatorUrl, linkUrl } = item;
  return {
    assetId: item.assetId,
    title: item.title,
    tags: item.tags,
    description: item.description,
    ...(creator !== null && { creator }),
    ...(creatorUrl !== null && { creatorUrl }),
    licenseVerbatim: item.licenseVerbatim,
    provenanceUrl: item.provenanceUrl,
    aiGenerated: item.aiGenerated,
    delivery: linkUrl === null ? 'host' : 'link',
    ...(linkUrl !== null && { linkUrl }),
    ...seen,
  };
}

function* putRequests(metadata: AssetMetadataInput, file: Buffer): Iterable<PutAssetRequestInput> {
  yield { metadata };
  for (let offset = 0; offset < file.byteLength; offset += CHUNK_BYTES) {
    yield { chunk: file.subarray(offset, offset + CHUNK_BYTES) };
  }
}
