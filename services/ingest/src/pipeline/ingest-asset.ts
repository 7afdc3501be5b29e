import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type {
  Asset,
  AssetMetadata,
  AssetMetadataInput,
  PutAssetRequestInput,
  PutAssetResponse,
} from '@imagesearch/contracts/messages';
import { known } from '@imagesearch/contracts/clients';
import type { DeclaredFacts } from '@imagesearch/facets/declared';
import type { Provenance } from '@imagesearch/facets/provenance';
import type { OpenedImage, Statements } from '@imagesearch/image-files/open-image';
import { toAppError } from '@imagesearch/service-kit/errors';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { readFileFacts } from '../sources/embedded/embedded-facts.js';
import { provenanceOf } from '../sources/provenance.js';
import type { SourceItem, ImageReference } from '../sources/source.js';
import type { VersionedAsset } from './compare.js';
import { buildPoint, buildPointOnPixels, embedAsset, embedCaption } from './embed-asset.js';
import type { LoadImage } from './load-image.js';
import { openFile, readFile } from './open-image.js';
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
  /** The content version that a description replaces, where it may replace no other one. */
  replaces?: string;
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

/** An asset as it is stored now, and its point, which is not in the index yet. */
export interface IngestedAsset extends ModelPoint {
  asset: Asset | null;
  isNew: boolean;
}

/**
 * Embeds one image and stores it with its rights. Where its pixels are stored, only what is said of it is. Of a withheld asset
 * nothing is stored.
 * @throws AssetFault, ImageFault or AppError
 */
export function ingestAsset(
  versioned: VersionedAsset,
  deps: IngestDeps,
): Promise<IngestedAsset | WithheldAsset> {
  const { asset, stored } = versioned;
  const { services, trustList } = deps;
  return inFileLane(asset.image, async () => {
    const file = await deps.loadImage(asset.image, services.signal);
    const update =
      stored &&
      (await updateAsset(versioned, stored, await readFile(file, { trustList }, services.signal), deps));
    if (update) return update;
    const options = { cutsPlace: asset.stripsLocation === true, trustList };
    return ingestOpened(versioned, { file, opened: await openFile(file, options, services.signal) }, deps);
  });
}

/** A file and what was found in it. */
export interface OpenedFile {
  file: Buffer;
  opened: OpenedImage;
}

/** The same for a file that is open already. */
export async function ingestOpened(
  versioned: VersionedAsset,
  opened: OpenedFile,
  deps: IngestDeps,
): Promise<IngestedAsset | WithheldAsset> {
  const { stored } = versioned;
  const update = stored && (await updateAsset(versioned, stored, opened.opened, deps));
  return update ?? storeFile(versioned, opened, deps);
}

/** Undefined where the stored files are missing. */
async function updateAsset(
  { asset, contentVersion }: VersionedAsset,
  stored: AssetMetadata,
  statements: Statements,
  deps: IngestDeps,
): Promise<IngestedAsset | WithheldAsset | undefined> {
  const said = allFacts(asset, statements);
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
  { services, cause, replaces }: Pick<IngestDeps, 'services' | 'cause' | 'replaces'>,
): Promise<IngestedAsset | WithheldAsset | undefined> {
  const { fingerprint: modelFingerprint, dimensions } = await services.embedding.describeModel({});
  const caption = await embedCaption(described, stored, modelFingerprint, services);
  let answer: PutAssetResponse;
  try {
    const request = {
      metadata: described,
      keepsFiles: true,
      ...cause,
      ...known({ replacesVersion: replaces }),
    };
    answer = await services.rights.putAsset([request]);
  } catch (error) {
    if (toAppError(error).code === 'file_not_found') return undefined;
    throw error;
  }
  if (answer.state !== 'ASSET_STATE_ACTIVE') return withheldAs(described, answer);
  const { asset, isNew, rights } = answer;
  return {
    point: buildPointOnPixels(described, caption, rights),
    modelFingerprint,
    dimensions,
    asset,
    isNew,
  };
}

const withheldAs = (
  { assetId = '' }: AssetMetadataInput,
  { withheldBy = assetId }: PutAssetResponse,
): WithheldAsset => ({ withheldBy });

async function storeFile(
  { asset, contentVersion }: VersionedAsset,
  { file, opened }: OpenedFile,
  { services, cause }: IngestDeps,
): Promise<IngestedAsset | WithheldAsset> {
  const said = allFacts(asset, opened);
  const embedded = await embedAsset(opened, asset, services);
  const { signals, fingerprint: modelFingerprint, dimensions } = embedded.image;
  const { width, height, format, originalFormat, hasLocation } = opened;
  const metadata = toMetadata(asset, said, { width, height, format, signals, contentVersion });
  // The file of the collection says the place that was cut out of the served one.
  const keepsOriginal = asset.linkUrl === null && originalFormat !== null && asset.stripsLocation !== true;
  const described = {
    ...metadata,
    ...(keepsOriginal && { originalFormat }),
    // The rights holder's own copy may be another file.
    ...(asset.linkUrl === null && { hasLocation }),
  };
  const [thumbnail = Buffer.alloc(0), largeThumbnail = Buffer.alloc(0)] = opened.thumbnails;
  const givenSha256 = createHash('sha256').update(file).digest('hex');
  const first = { metadata: described, givenSha256, thumbnail, largeThumbnail, ...cause };
  // A repeat sends them again.
  const requests = {
    [Symbol.iterator]: () => putRequests(first, opened.served, keepsOriginal ? file : null),
  };
  const answer = await services.rights.putAsset(requests, PUT_TIMEOUT_MS);
  if (answer.state !== 'ASSET_STATE_ACTIVE') return withheldAs(described, answer);
  const point = buildPoint(metadata, embedded, { signals, rights: answer.rights });
  return { point, modelFingerprint, dimensions, asset: answer.asset, isNew: answer.isNew };
}

interface AllFacts {
  aiGenerated: boolean;
  provenance: Provenance;
  facts: DeclaredFacts;
  created: string | undefined;
}

/** What the source says, and where it says nothing, the file itself. */
function allFacts(asset: AssetFacts, { said, credential }: Statements): AllFacts {
  const own = readFileFacts(said);
  const provenance = provenanceOf([...asset.statements, own.statement], credential);
  return {
    aiGenerated: provenance.statements[0]?.ai === true,
    provenance,
    facts: { ...own.facts, ...known(asset.facts) },
    created: asset.created === undefined ? own.created : (asset.created ?? undefined),
  };
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
  first: PutAssetRequestInput,
  served: Buffer,
  original: Buffer | null,
): Iterator<PutAssetRequestInput> {
  yield first;
  for (const chunk of chunksOf(served)) yield { chunk };
  if (original === null) return;
  for (const originalChunk of chunksOf(original)) yield { originalChunk };
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
