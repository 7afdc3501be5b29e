import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type {
  AssetMetadata,
  AssetMetadataInput,
  PutAssetRequestInput,
  PutAssetResponse,
} from '@imagesearch/contracts/messages';
import { known } from '@imagesearch/contracts/clients';
import type { Provenance, UseFacts } from '@imagesearch/facets/provenance';
import { toAppError } from '@imagesearch/service-kit/errors';
import { imageFormatOf } from '@imagesearch/image-files/format';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { metadataJpeg, withSourceType } from '@imagesearch/image-files/metadata/carried';
import { readCredential } from '@imagesearch/image-files/decoder/decode';
import { withoutLocation } from '@imagesearch/image-files/edit/location';
import { servedImage, type ServedImage } from '@imagesearch/image-files/served-image';
import { readFileFacts } from '../sources/embedded/embedded-facts.js';
import { metadataIn } from '@imagesearch/image-files/metadata/described';
import { provenanceOf } from '../sources/provenance.js';
import type { SourceItem, ImageReference } from '../sources/source.js';
import type { VersionedAsset } from './compare.js';
import { buildPoint, buildPointOnPixels, embedAsset, embedCaption } from './embed-asset.js';
import type { LoadImage } from './load-image.js';
import type { ModelPoint } from './write-points.js';
import type { Services } from './service-calls.js';

/** A large image waits for others and is decoded for seconds. */
const PUT_TIMEOUT_MS = 180_000;
/** The rights service accepts chunks of at most 1 MiB. */
const CHUNK_BYTES = 512 * 1024;

export interface IngestDeps {
  services: Services;
  loadImage: LoadImage;
  /** Certificates that Content Credentials are trusted by, PEM. */
  trustList?: string | undefined;
  /** Who says what is stored, where it is not a source; recorded where it replaces something else. */
  cause?: Cause;
}

export interface Cause {
  actor: string;
  reason: string;
}

type AssetFacts = Omit<SourceItem, 'image' | 'cursor' | 'sourceVersion' | 'bytesVersion'>;

/** An image that was withdrawn, or deleted on request, or that has the content of such a one. */
export interface WithheldAsset {
  /** The asset that keeps it away; `ingest restore` lifts that by this id. */
  withheldBy: string;
}

/**
 * Embeds one image, stores it with its rights, and returns its point, which is not in the index yet. Where its pixels are
 * stored, only what is said of it is. Of a withheld asset nothing is stored.
 * @throws AssetFault or AppError
 */
export function ingestAsset(
  { asset, contentVersion, stored }: VersionedAsset,
  deps: IngestDeps,
): Promise<ModelPoint | WithheldAsset> {
  return inFileLane(asset.image, async () => {
    const { signal } = deps.services;
    const file = await deps.loadImage(asset.image, signal);
    const said = await allFacts(asset, file, deps.trustList, signal);
    const update = stored && (await updateAsset({ asset, contentVersion, stored, said }, deps));
    return update ?? ingestFile({ asset, contentVersion, file, said }, deps);
  });
}

interface ReadAsset {
  asset: AssetFacts;
  contentVersion: string;
  said: AllFacts;
}

/** Undefined where the stored files are missing. */
async function updateAsset(
  { asset, contentVersion, said, stored }: ReadAsset & { stored: AssetMetadata },
  deps: IngestDeps,
): Promise<ModelPoint | WithheldAsset | undefined> {
  const { width, height, format, signals, originalFormat, hasLocation } = stored;
  const metadata = toMetadata(asset, said, { width, height, format, signals, contentVersion });
  return storeDescription({ ...metadata, ...known({ originalFormat, hasLocation }) }, stored, deps);
}

/**
 * Stores what is said of an image whose files stay, and returns its point on the pixels that the index holds. Undefined where
 * its files are missing.
 */
export async function storeDescription(
  described: DescribedAsset,
  stored: AssetMetadata,
  { services, cause }: Pick<IngestDeps, 'services' | 'cause'>,
): Promise<ModelPoint | WithheldAsset | undefined> {
  const { fingerprint: modelFingerprint, dimensions } = await services.embedding.describeModel({});
  const caption = await embedCaption(described, stored, modelFingerprint, services);
  let answer: PutAssetResponse;
  try {
    answer = await services.rights.putAsset([{ metadata: described, keepsFiles: true, ...cause }]);
  } catch (error) {
    if (toAppError(error).code === 'file_not_found') return undefined;
    throw error;
  }
  if (answer.state !== 'ASSET_STATE_ACTIVE') return withheldAs(described, answer);
  return { point: buildPointOnPixels(described, caption, answer.rights), modelFingerprint, dimensions };
}

const withheldAs = (
  { assetId = '' }: AssetMetadataInput,
  { withheldBy = assetId }: PutAssetResponse,
): WithheldAsset => ({ withheldBy });

async function ingestFile(
  { asset, contentVersion, said, file }: ReadAsset & { file: Buffer },
  { services, cause }: IngestDeps,
): Promise<ModelPoint | WithheldAsset> {
  const copied = await servedImage(file, services.signal, metadataOfCopy(file, said));
  const { served, hasLocation } = located(copied, asset.stripsLocation);
  const embedded = await embedAsset(served.file, asset, services);
  const { width, height, format, signals, fingerprint: modelFingerprint, dimensions } = embedded.image;
  const metadata = toMetadata(asset, said, { width, height, format, signals, contentVersion });
  const originalFormat = asset.linkUrl === null ? served.ingested?.format : undefined;
  const described = {
    ...metadata,
    ...(originalFormat !== undefined && { originalFormat }),
    // The rights holder's own copy may be another file.
    ...(asset.linkUrl === null && { hasLocation }),
  };
  const first = { givenSha256: createHash('sha256').update(file).digest('hex'), ...cause };
  // A repeat sends them again.
  const requests = { [Symbol.iterator]: () => putRequests(described, served, first) };
  const stored = await services.rights.putAsset(requests, PUT_TIMEOUT_MS);
  if (stored.state !== 'ASSET_STATE_ACTIVE') return withheldAs(described, stored);
  const point = buildPoint(metadata, embedded, { signals, rights: stored.rights });
  return { point, modelFingerprint, dimensions };
}

/** What a copy that is converted says of itself: what its file does, and that it is generated if only a signature says so. */
function metadataOfCopy(file: Buffer, { provenance: { statements } }: AllFacts): Buffer | undefined {
  if (imageFormatOf(file) !== undefined) return undefined;
  const carried = metadataIn(file);
  const signed = statements.find(({ evidence, ai }) => evidence === 'c2pa' && ai === true)?.kind ?? null;
  return metadataJpeg(signed === null ? carried : withSourceType(carried, signed));
}

interface AllFacts {
  aiGenerated: boolean;
  provenance: Provenance;
  facts: UseFacts;
  created: string | undefined;
}

/** What the source says, and where it says nothing, the file itself. */
async function allFacts(
  asset: AssetFacts,
  file: Buffer,
  trustList: string | undefined,
  signal: AbortSignal,
): Promise<AllFacts> {
  const own = readFileFacts(metadataIn(file));
  const credential = await readCredential(file, trustList, signal);
  const provenance = provenanceOf([...asset.statements, own.statement], credential);
  return {
    aiGenerated: provenance.statements[0]?.ai === true,
    provenance,
    facts: { ...own.facts, ...known(asset.facts) },
    created: asset.created === undefined ? own.created : (asset.created ?? undefined),
  };
}

/** What is stored, and whether it says where it was taken: of a converted file, its copy counts. */
function located(given: ServedImage, isStripped = false): { served: ServedImage; hasLocation: boolean } {
  const stripped = withoutLocation(given.file);
  if (!isStripped) return { served: given, hasLocation: stripped !== undefined };
  return { served: { file: stripped ?? given.file, ingested: null }, hasLocation: false };
}

type MeasuredFacts = Required<
  Pick<AssetMetadataInput, 'width' | 'height' | 'format' | 'signals' | 'contentVersion'>
>;

type DescribedAsset = AssetMetadataInput & Parameters<typeof buildPoint>[0];

function toMetadata(
  asset: AssetFacts,
  { aiGenerated, provenance, facts, created }: AllFacts,
  measured: MeasuredFacts,
): DescribedAsset {
  const { creator, creatorUrl, linkUrl, declaredBy } = asset;
  return {
    assetId: asset.assetId,
    title: asset.title,
    tags: asset.tags,
    description: asset.description,
    ...(creator !== null && { creator }),
    ...(creatorUrl !== null && { creatorUrl }),
    licenseVerbatim: asset.licenseVerbatim,
    provenanceUrl: asset.provenanceUrl,
    aiGenerated,
    provenance: { ...known(provenance), statements: provenance.statements.map((said) => known(said)) },
    facts: known(facts),
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
  first: Pick<PutAssetRequestInput, 'givenSha256'> & Partial<Cause>,
): Iterator<PutAssetRequestInput> {
  yield { metadata, ...first };
  for (const chunk of chunksOf(file)) yield { chunk };
  // The rights holder keeps the original of a linked image.
  if (metadata.delivery === 'link' || ingested === null) return;
  for (const originalChunk of chunksOf(ingested.bytes)) yield { originalChunk };
}

function* chunksOf(file: Buffer): Iterable<Buffer> {
  for (let at = 0; at < file.byteLength; at += CHUNK_BYTES) yield file.subarray(at, at + CHUNK_BYTES);
}

/** Files above this are ingested one at a time, so that a few of them never fill the memory. */
const SMALL_FILE_BYTES_MAX = 24 * 1024 * 1024;

const largeFiles = createSemaphore(1);

/** Runs the work on a file; only one large file is in work at a time. */
export async function inFileLane<Result>(
  image: ImageReference,
  work: () => Promise<Result>,
): Promise<Result> {
  return (await isLarge(image)) ? largeFiles.run(work) : work();
}

async function isLarge(image: ImageReference): Promise<boolean> {
  if (!('path' in image)) return false;
  // A file that cannot be read is reported where it is read.
  const stats = await stat(image.path).catch(() => undefined);
  return stats !== undefined && stats.size > SMALL_FILE_BYTES_MAX;
}
