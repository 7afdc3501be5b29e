import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { ImageFormat } from '@imagesearch/image-files/format';
import type { AssetStore } from './asset-store.js';
import type { Cause, Content, Given, GivenFiles, RecordedState, Rights, Withheld } from './assets.js';
import type { BlobStore } from './blobs/blob-store.js';
import type { ContentRegister } from './contents.js';
import { blobKey, thumbnailFormatOf, type StoredVariant, type ThumbnailFormat } from './files.js';
import { rightsOf } from './licenses/rights.js';
import type { AssetDescription } from './metadata-schema.js';

const CLAIM_ATTEMPTS = 20;
const CLAIM_PAUSE_MS = 100;

/** A fully decoded image. */
interface ReadImage {
  format: ImageFormat;
  width: number;
  height: number;
  thumbnail: Uint8Array;
}

interface IngestAssetDeps {
  assets: Pick<AssetStore, 'findMany' | 'put' | 'stored'>;
  blobs: BlobStore;
  contents: Pick<ContentRegister, 'claim'>;
  readImage: (bytes: Buffer, thumbnail: ThumbnailFormat, call: CallContext) => Promise<ReadImage>;
}

export type IngestAsset = ReturnType<typeof assetIngester>;

/** What became of an asset that was given. */
interface Ingested extends Withheld {
  rights: Rights;
  changed: boolean;
  state: RecordedState;
}

/**
 * Creates or replaces one asset. A withdrawn asset keeps its row and its files until it is restored. What is withdrawn, or was
 * deleted on request, stays away by its content too, whatever asset it is given as. Files are written
 * before the row that names them, so a crash in between leaves an unused file, never a row without its file. Stops between
 * two steps when its caller no longer waits.
 */
export function assetIngester({ assets, blobs, contents, readImage }: IngestAssetDeps) {
  return async (
    description: AssetDescription,
    given: Given,
    call: CallContext,
    cause: Cause | null = null,
  ): Promise<Ingested> => {
    const rights = rightsOf(description);
    const content =
      given === 'kept' ? await keptContent(assets, description, call) : given && contentOf(given);
    const fingerprint = fingerprintOf(description, rights, content);
    const files = content === null ? [] : filesOf(description, content);
    const givenDigests = given === 'kept' ? [] : digestsOf(given);
    const stored = await assets.stored(description.assetId, givenDigests, call);
    if (isWithheld(stored)) return { ...stored, rights, changed: false };
    const digests = given === 'kept' ? stored.digests : givenDigests;
    const areThere = await areKept(blobs, files, call);
    const isKnown =
      stored.fingerprint === fingerprint && digests.every((one) => stored.digests.includes(one));
    if (isKnown && areThere) return { ...ACTIVE, rights, changed: false };
    if (given === 'kept' && !areThere) throw noFiles();
    const store =
      given === null || given === 'kept'
        ? undefined
        : await prepareFiles(given, { description, files, blobs, readImage }, call);
    const claimAndStore = async (): Promise<void> => {
      if (content !== null) await claim(contents, content.sha256, call);
      await store?.();
    };
    await claimAndStore();
    const outcome = await assets.put({ description, rights, content, digests, fingerprint, cause }, call);
    // The deletion of another asset with the same content may have removed the files before this row referred to them.
    await claimAndStore();
    if (outcome === 'changed') return { ...ACTIVE, rights, changed: true };
    return isWithheld(outcome)
      ? { ...outcome, rights, changed: false }
      : { ...ACTIVE, rights, changed: false };
  };
}

const ACTIVE = { state: 'active', withheldBy: null } as const;

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

interface FilesToKeep extends Pick<IngestAssetDeps, 'blobs' | 'readImage'> {
  description: AssetDescription;
  files: readonly KeptFile[];
}

/** Reads the image once. @returns a function that writes the files that the blob store lacks. */
async function prepareFiles(
  { file, ingested }: GivenFiles,
  { description, files, blobs, readImage }: FilesToKeep,
  call: CallContext,
): Promise<() => Promise<void>> {
  assertLive(call);
  const image = await readImage(file, thumbnailFormatOf(description.format), call);
  if (description.delivery === 'host') checkDeclared(description, image);
  const bytesOf = (variant: StoredVariant): Uint8Array | null => {
    if (variant === 'thumbnail') return image.thumbnail;
    return variant === 'original' ? file : ingested;
  };
  return async () => {
    for (const { key, variant } of files) {
      const bytes = bytesOf(variant);
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

/** For `link` only a thumbnail is made from the bytes; the original stays with the rights holder. */
function filesOf({ delivery, format, originalFormat }: AssetDescription, { sha256 }: Content): KeptFile[] {
  const variants: StoredVariant[] = ['thumbnail'];
  if (delivery === 'host') variants.push('original');
  if (delivery === 'host' && originalFormat !== null) variants.push('ingested');
  return variants.map((variant) => ({ key: blobKey({ sha256, format }, variant), variant }));
}

async function areKept(blobs: BlobStore, files: KeptFile[], call: CallContext): Promise<boolean> {
  const found = await Promise.all(files.map(({ key }) => blobs.has(key, call)));
  return found.every(Boolean);
}

/** The declared facts of a hosted image must match its bytes. For `link` the bytes may be a smaller copy. */
function checkDeclared(description: AssetDescription, image: Omit<ReadImage, 'thumbnail'>): void {
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
