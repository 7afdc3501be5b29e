import type { AssetMetadataInput, PointInput, PutAssetRequestInput } from '@imagesearch/contracts/messages';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { SourceItem } from '../sources/source.js';
import { buildPoint } from './build-point.js';
import { callWithRetry } from './call-with-retry.js';
import { embedAsset } from './embed-asset.js';
import type { LoadImage } from './load-image.js';

const PUT_TIMEOUT_MS = 60_000;
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
}

type AssetFacts = Omit<SourceItem, 'image' | 'cursor' | 'sourceVersion'>;

/** Embeds and stores one image. The returned point is not in the index yet. @throws AssetFault or AppError */
export async function ingestAsset(
  asset: AssetFacts & Pick<SourceItem, 'image'>,
  contentVersion: string,
  { clients: { embedding, rights }, loadImage, signal }: IngestDeps,
): Promise<IngestedAsset> {
  const file = await loadImage(asset.image, signal);
  const embedded = await embedAsset(file, asset, { embedding }, signal);
  const { width, height, format, signals, fingerprint: modelFingerprint } = embedded.image;
  const metadata = toMetadata(asset, { width, height, format, signals, contentVersion });
  const stored = await callWithRetry((call) => rights.putAsset(putRequests(metadata, file), call), {
    timeoutMs: PUT_TIMEOUT_MS,
    signal,
  });
  if (stored.state === 'ASSET_STATE_WITHDRAWN') return { point: undefined, modelFingerprint };
  const point = buildPoint({ ...asset, contentVersion }, embedded, { signals, rights: stored.rights });
  return { point, modelFingerprint };
}

type MeasuredFacts = Required<
  Pick<AssetMetadataInput, 'width' | 'height' | 'format' | 'signals' | 'contentVersion'>
>;

function toMetadata(asset: AssetFacts, measured: MeasuredFacts): AssetMetadataInput {
  const { creator, creatorUrl, linkUrl } = asset;
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
    ...measured,
  };
}

function* putRequests(metadata: AssetMetadataInput, file: Buffer): Iterable<PutAssetRequestInput> {
  yield { metadata };
  for (let offset = 0; offset < file.byteLength; offset += CHUNK_BYTES) {
    yield { chunk: file.subarray(offset, offset + CHUNK_BYTES) };
  }
}
