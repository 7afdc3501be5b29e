import type { AssetMetadataInput, PointInput, PutAssetRequestInput } from '@imagesearch/contracts/messages';
import type { CollectionItem } from '../sources/source.js';
import type { IngestClients } from '../clients.js';
import { embedItem } from './embed-asset.js';
import { embeddingCopy } from './embedding-copy.js';
import type { LoadPicture } from './load-image.js';
import { callWithRetry } from './call-with-retry.js';

const PUT_TIMEOUT_MS = 60_000;
/** The rights service takes chunks of at most 1 MiB. */
const CHUNK_BYTES = 512 * 1024;

/** Part of every stored picture's version: raise it when the same item and model come to give another point. */
export const INTAKE_VERSION = 5;

export interface TakeInDeps {
  clients: IngestClients;
  loadPicture: LoadPicture;
  signal: AbortSignal;
}

export interface TakenIn {
  /** What the index is to hold; undefined when the asset is withdrawn and was left alone. */
  point: PointInput | undefined;
  modelFingerprint: string;
}

/** What becomes of an item's words and pixels, apart from its source's own facts. */
type ItemFacts = Omit<CollectionItem, 'picture' | 'cursor' | 'sourceVersion'>;

/**
 * Looks at one picture, stores it with its rights, and answers what the index is to hold of it.
 * @throws ItemFault or AppError
 */
export async function takeIn(
  item: ItemFacts & Pick<CollectionItem, 'picture'>,
  contentVersion: string,
  { clients: { embedding, rights }, loadPicture, signal }: TakeInDeps,
): Promise<TakenIn> {
  const file = await loadPicture(item.picture, signal);
  const { image, ...original } = await embeddingCopy(file);
  const { picture, caption } = await embedItem(image, item, { embedding }, signal);
  const { width, height, format, signals } = { ...picture, ...original };
  const metadata = toMetadata(item, { width, height, format, signals, contentVersion });
  const stored = await callWithRetry((call) => rights.putAsset(putRequests(metadata, file), call), {
    timeoutMs: PUT_TIMEOUT_MS,
    signal,
  });
  const modelFingerprint = picture.fingerprint;
  if (stored.state === 'ASSET_STATE_WITHDRAWN') return { point: undefined, modelFingerprint };

  const { assetId, title, tags, description, aiGenerated } = item;
  const point = {
    assetId,
    contentVersion,
    image: picture.vector,
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
