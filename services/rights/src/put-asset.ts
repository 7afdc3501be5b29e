import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, check, invalid } from '@imagesearch/service-kit/errors';
import { accept, asRequestFault, ImageFault, type AcceptedImage } from '@imagesearch/image-files/accept';
import { THUMBNAIL_EDGES_PX, thumbnailFormatOf, type ImageFormat } from '@imagesearch/image-files/format';
import type { AssetStore } from './asset-store.js';
import type {
  Asset,
  Content,
  Given,
  GivenFiles,
  RecordedState,
  Rights,
  StoredAsset,
  Withheld,
} from './assets.js';
import type { BlobStore } from './blobs/blob-store.js';
import type { ContentRegister } from './contents.js';
import { blobKey, hasLargeThumbnail, type StoredVariant } from './files.js';
import { rightsOf } from './licenses/rights.js';
import type { AssetDescription } from './metadata-schema.js';

const CLAIM_ATTEMPTS = 20;
const CLAIM_PAUSE_MS = 100;

interface IngestAssetDeps {
  assets: Pick<AssetStore, 'findMany' | 'put' | 'stored'>;
  blobs: BlobStore;
  contents: Pick<ContentRegister, 'claim'>;
}

export type IngestAsset = ReturnType<typeof assetIngester>;

/** What became of an asset that was given. */
interface Ingested extends Withheld {
  rights: Rights;
  changed: boolean;
  state: RecordedState;
  /** As it is stored now; null where it is withheld. */
  asset: Asset | null;
  isNew: boolean;
}

/**
 * Creates or replaces one asset. A withdrawn asset keeps its row and its files until it is restored. What is withdrawn, or was
 * deleted on request, stays away by its content too, whatever asset it is given as. Files are written
 * before the row that names them, so a crash in between leaves an unused file, never a row without its file. Stops between
 * two steps when its caller no longer waits.
 */
export function assetIngester({ assets, blobs, contents }: IngestAssetDeps) {
  return async (
    description: AssetDescription,
    given: Given,
    call: CallContext,
    { cause, replaces }: Pick<StoredAsset, 'cause' | 'replaces'> = { cause: null, replaces: null },
  ): Promise<Ingested> => {
    const rights = rightsOf(description);
    const content =
      given === 'kept' ? await keptContent(assets, description, call) : given && contentOf(given);
    const fingerprint = fingerprintOf(description, rights, content);
    const files = content === null ? [] : filesOf(description, content);
    const givenDigests = given === 'kept' ? [] : digestsOf(given);
    const stored = await assets.stored(description.assetId, givenDigests, call);
    if (isWithheld(stored)) return { ...stored, ...NOTHING_KEPT, rights };
    const active = {
      ...ACTIVE,
      rights,
      asset: { description, rights, content },
      isNew: stored.fingerprint === null,
    };
    const digests = given === 'kept' ? stored.digests : givenDigests;
    const areThere = await areKept(blobs, given === 'kept' ? files.filter(isNeeded) : files, call);
    const isKnown =
      stored.fingerprint === fingerprint && digests.every((one) => stored.digests.includes(one));
    if (isKnown && areThere) return { ...active, changed: false };
    if (given === 'kept' && !areThere) throw noFiles();
    const store =
      given === null || given === 'kept'
        ? undefined
        : filesToWrite(given, { description, files, blobs }, call);
    const claimAndStore = async (): Promise<void> => {
      if (content !== null) await claim(contents, content.sha256, call);
      await store?.();
    };
    await claimAndStore();
    const written = { description, rights, content, digests, fingerprint, cause, replaces };
    const outcome = await assets.put(written, call);
    // The deletion of another asset with the same content may have removed the files before this row referred to them.
    await claimAndStore();
    if (outcome === 'changed') return { ...active, changed: true };
    if (isWithheld(outcome)) return { ...outcome, ...NOTHING_KEPT, rights };
    if (replaces !== null && outcome.fingerprint !== fingerprint) throw anotherVersion();
    return { ...active, changed: false };
  };
}

const ACTIVE = { state: 'active', withheldBy: null } as const;
const NOTHING_KEPT = { changed: false, asset: null, isNew: false } as const;

function isWithheld(stored: Withheld): stored is Withheld & { state: RecordedState } {
  return stored.withheldBy !== null && stored.state !== null;
}

/** @throws AppError `file_not_found` without stored files; `invalid_request` where the metadata describes others. */
async function keptContent(
  assets: IngestAssetDeps['assets'],
  description: AssetDescription,
  call: CallContext,
): Promise<Content | null> {
  const [asset] = await assets.findMany([description.assetId], call);
  if (asset === undefined) throw noFiles();
  checkDeclared(description, asset.description);
  return asset.content;
}

const anotherVersion = (): AppError =>
  new AppError('version_mismatch', 'Another version of this asset is stored than the one that is replaced.');

const noFiles = (): AppError => new AppError('file_not_found', 'The files of this asset are not stored.');

function contentOf({ file, ingested }: GivenFiles): Content {
  const hash = createHash('sha256').update(file);
  if (ingested !== null) hash.update(ingested);
  return { sha256: hash.digest('hex'), bytes: file.byteLength };
}

/** Of every file that is given, so that content is known again in the form in which its owner has it, and in the served one. */
function digestsOf(given: GivenFiles | null): string[] {
  if (given === null) return [];
  const files = [given.file, given.ingested].filter((file) => file !== null);
  const digests = files.map((file) => createHash('sha256').update(file).digest('hex'));
  return [...new Set([...(given.givenSha256 === null ? [] : [given.givenSha256]), ...digests])];
}

interface FilesToKeep extends Pick<IngestAssetDeps, 'blobs'> {
  description: AssetDescription;
  files: readonly KeptFile[];
}

/**
 * The caller has decoded the image: here its header says that it is the image of the metadata.
 * @returns a function that writes the files that the blob store lacks.
 * @throws AppError `invalid_request`
 */
function filesToWrite(
  { file, ingested, thumbnails }: GivenFiles,
  { description, files, blobs }: FilesToKeep,
  call: CallContext,
): () => Promise<void> {
  const image = acceptedAt('chunk', file);
  if (description.delivery === 'host') checkDeclared(description, image);
  THUMBNAILS.forEach(([variant, field], at) => {
    if (files.some((kept) => kept.variant === variant))
      checkThumbnail(thumbnails[at], {
        field,
        edgePx: THUMBNAIL_EDGES_PX[at] ?? 0,
        format: description.format,
      });
  });
  const [thumbnail = null, largeThumbnail = null] = thumbnails;
  const given = { original: file, ingested, thumbnail, large_thumbnail: largeThumbnail, view: null };
  return async () => {
    for (const { key, variant } of files) {
      const bytes = given[variant];
      assertLive(call);
      if (bytes !== null && !(await blobs.has(key, call))) await blobs.write(key, bytes);
    }
  };
}

/** From here on the sweeper keeps the files of this content. A sweep of it that has begun ends within moments. */
async function claim(
  contents: IngestAssetDeps['contents'],
  sha256: string,
  call: CallContext,
): Promise<void> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    assertLive(call);
    if (await contents.claim(sha256)) return;
    await sleep(CLAIM_PAUSE_MS);
  }
  throw new AppError('overloaded', 'Old files of this content are being removed; try again.');
}

interface KeptFile {
  key: string;
  variant: StoredVariant;
}

/** An asset that was stored without one is complete nevertheless. */
const isNeeded = ({ variant }: KeptFile): boolean => variant !== 'large_thumbnail';

/** Of `link` only thumbnails are kept; the original stays with the rights holder. */
function filesOf(description: AssetDescription, { sha256 }: Content): KeptFile[] {
  const { delivery, format, originalFormat } = description;
  const variants: StoredVariant[] = ['thumbnail'];
  if (hasLargeThumbnail(description)) variants.push('large_thumbnail');
  if (delivery === 'host') variants.push('original');
  if (delivery === 'host' && originalFormat !== null) variants.push('ingested');
  return variants.map((variant) => ({ key: blobKey({ sha256, format }, variant), variant }));
}

async function areKept(blobs: BlobStore, files: KeptFile[], call: CallContext): Promise<boolean> {
  const found = await Promise.all(files.map(({ key }) => blobs.has(key, call)));
  return found.every(Boolean);
}

/** @throws AppError `invalid_request` for every fault that shows before an image is decoded. */
function acceptedAt(field: string, file: Buffer): AcceptedImage {
  try {
    return accept(file, 'stored');
  } catch (error) {
    throw error instanceof ImageFault ? asRequestFault(error, [field]) : error;
  }
}

const THUMBNAILS = [
  ['thumbnail', 'thumbnail'],
  ['large_thumbnail', 'largeThumbnail'],
] as const;
/** Far above a thumbnail of grain. */
const THUMBNAIL_BYTES_MAX = 2 * 1024 * 1024;

function checkThumbnail(
  file: Buffer | undefined,
  { field, edgePx, format }: { field: string; edgePx: number; format: ImageFormat },
): void {
  check(file !== undefined, [field], 'a thumbnail beside the bytes of a file');
  const image = acceptedAt(field, file);
  check(image.format === thumbnailFormatOf(format), [field], `a thumbnail in ${thumbnailFormatOf(format)}`);
  check(Math.max(image.width, image.height) <= edgePx, [field], `an edge of at most ${edgePx} pixels`);
  check(file.byteLength <= THUMBNAIL_BYTES_MAX, [field], `at most ${THUMBNAIL_BYTES_MAX} bytes`);
}

/** The declared facts of a hosted image must match its bytes. For `link` the bytes may be a smaller copy. */
function checkDeclared(
  description: AssetDescription,
  image: Pick<AssetDescription, 'format' | 'width' | 'height'>,
): void {
  for (const field of ['format', 'width', 'height'] as const) {
    if (description[field] === image[field]) continue;
    throw invalid({
      loc: ['metadata', field],
      msg: `The metadata says ${field} ${description[field]}, the file ${image[field]}.`,
      type: 'picture_mismatch',
      input: description[field],
      ctx: { actual: image[field] },
    });
  }
}

/** SHA-256 over everything that is stored of an asset: with an equal fingerprint nothing has to be written. */
function fingerprintOf(...stored: [AssetDescription, Rights, Content | null]): string {
  return createHash('sha256').update(JSON.stringify(stored)).digest('hex');
}
