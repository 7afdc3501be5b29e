import type {
  AssetMetadataInput,
  Dimensions,
  PointInput,
  PutAssetRequestInput,
} from '@imagesearch/contracts/messages';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { SourceItem } from '../sources/source.js';
import { buildPoint } from './build-point.js';
import { callWithRetry } from './call-with-retry.js';
import { inFileLane } from '../images/lanes.js';
import { servedImage, type ServedImage } from '../images/served-image.js';
import { embedAsset } from './embed-asset.js';
import type { LoadImage } from './load-image.js';

/** A large image waits for others and is decoded for seconds. */
const PUT_TIMEOUT_MS = 180_000;
/** The rights service accepts chunks of at most 1 MiB. */
const CHUNK_BYTES = 512 * 1024;

export interface IngestDeps {
  clients: IngestClients;
  loadImage: LoadImage;
  signal: AbortSignal;
}

export interface IngestedAsset {
  /** Undefined when the asset is withdrawn: nothing was stored. */
  point: PointInput | undefined;
  modelFingerprint: string;
  /** Of the model's vectors. */
  dimensions: Dimensions | null;
}

type AssetFacts = Omit<SourceItem, 'image' | 'cursor' | 'sourceVersion'>;

/**
 * Embeds one image, stores it with its rights, and returns its point, which is not in the index yet.
 * @throws AssetFault or AppError
 */
export function ingestAsset(
  asset: AssetFacts & Pick<SourceItem, 'image'>,
  contentVersion: string,
  deps: IngestDeps,
): Promise<IngestedAsset> {
  return inFileLane(asset.image, () => ingestFile(asset, contentVersion, deps));
}

async function ingestFile(
  asset: AssetFacts & Pick<SourceItem, 'image'>,
  contentVersion: string,
  { clients: { embedding, rights }, loadImage, signal }: IngestDeps,
): Promise<IngestedAsset> {
  const served = await servedImage(await loadImage(asset.image, signal), signal);
  const embedded = await embedAsset(served.file, asset, { embedding }, signal);
  const { width, height, format, signals, fingerprint: modelFingerprint, dimensions } = embedded.image;
  const metadata = toMetadata(asset, { width, height, format, signals, contentVersion });
  const originalFormat = asset.linkUrl === null ? served.ingested?.format : undefined;
  const described = { ...metadata, ...(originalFormat !== undefined && { originalFormat }) };
  const stored = await callWithRetry((call) => rights.putAsset(putRequests(described, served), call), {
    timeoutMs: PUT_TIMEOUT_MS,
    signal,
  });
  if (stored.state === 'ASSET_STATE_WITHDRAWN') return { point: undefined, modelFingerprint, dimensions };
  const point = buildPoint({ ...asset, contentVersion }, embedded, { signals, rights: stored.rights });
  return { point, modelFingerprint, dimensions };
}

type MeasuredFacts = Required<
  Pick<AssetMetadataInput, 'width' | 'height' | 'format' | 'signals' | 'contentVersion'>
>;

function toMetadata(asset: AssetFacts, measured: MeasuredFacts): AssetMetadataInput {
  const { creator, creatorUrl, linkUrl, created, declaredBy } = asset;
  return {
    assetId: asset.assetId,
    title: asset.title,
    tags: asset.tags,
    description: asset.description,
    ...(creator !== null && { creator }),
    ...(creatorUrl !== null && { creatorUrl }),
    licenseVerbatim: asset.licenseVerbatim,
    provenanceUrl: asset.provenanceUrl,
    aiGenerated: asset.aiGenerated,
    delivery: linkUrl === null ? 'host' : 'link',
    ...(linkUrl !== null && { linkUrl }),
    ...(created !== undefined && { created }),
    ...(declaredBy !== undefined && { declaredBy }),
    ...measured,
  };
}

function* putRequests(
  metadata: AssetMetadataInput,
  { file, ingested }: ServedImage,
): Iterable<PutAssetRequestInput> {
  yield { metadata };
  for (const chunk of chunksOf(file)) yield { chunk };
  // The rights holder keeps the original of a linked image.
  if (metadata.delivery === 'link' || ingested === null) return;
  for (const originalChunk of chunksOf(ingested.bytes)) yield { originalChunk };
}

function* chunksOf(file: Buffer): Iterable<Buffer> {
  for (let at = 0; at < file.byteLength; at += CHUNK_BYTES) yield file.subarray(at, at + CHUNK_BYTES);
}
