import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import { THUMBNAIL_FORMATS, blobKey, type FileVariant, type ThumbnailFormat } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { AssetDescription, AssetState, Content, Rights } from '../domain/asset.js';
import type { BlobStore } from '../domain/blob-store.js';
import type { ContentRegister } from '../domain/content-register.js';
import { fingerprintOf } from '../domain/fingerprint.js';
import { rightsOf } from '../domain/license/rights.js';

const CLAIM_ATTEMPTS = 20;
const CLAIM_PAUSE_MS = 100;

/** An image that was decoded to its end. */
export interface ReadImage {
  format: ImageFormat;
  width: number;
  height: number;
  thumbnails: Record<ThumbnailFormat, Uint8Array>;
}

export interface IntakeDeps {
  assets: AssetStore;
  blobs: BlobStore;
  contents: Pick<ContentRegister, 'claim'>;
  readImage: (bytes: Buffer) => Promise<ReadImage>;
}

export interface Executor {
  rights: Rights;
  changed: boolean;
  state: AssetState;
}

/**
 * Creates or replaces one asset; one that is withdrawn is left alone, row and files, until it is restored. Files are written before the row that names them, so that a crash in between
 * leaves a file that nothing points to, never a row without its file.
 */
export async function takeInAsset(
  { assets, blobs, contents, readImage }: IntakeDeps,
  description: AssetDescription,
  bytes: Buffer | null,
): Promise<Executor> {
  const rights = rightsOf(description);
  const content: Content | null =
    bytes === null
      ? null
      : { sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.byteLength };
  const fingerprint = fingerprintOf(description, rights, content);
  const files = content === null ? [] : filesOf(description, content);
  const stored = await assets.stored(description.assetId);
  if (stored?.state === 'withdrawn') return { rights, changed: false, state: 'withdrawn' };
  if (stored?.fingerprint === fingerprint && (await areKept(blobs, files))) {
    return { rights, changed: false, state: 'active' };
  }
  if (bytes !== null) {
    const image = await readImage(bytes);
    if (description.delivery === 'host') checkDeclared(description, image);
    if (content !== null) await claim(contents, content.sha256);
    for (const { key, variant } of files) {
      const file = variant.kind === 'original' ? bytes : image.thumbnails[variant.format];
      if (!(await blobs.has(key))) await blobs.write(key, [file]);
    }
  }
  const outcome = await assets.put({ description, rights, content, fingerprint });
  return { rights, changed: outcome === 'changed', state: outcome === 'withdrawn' ? 'withdrawn' : 'active' };
}

/** Only after this is a file that is there sure to stay; a sweeper that is at work is done within moments. */
async function claim(contents: IntakeDeps['contents'], sha256: string): Promise<void> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    if (await contents.claim(sha256)) return;
    await sleep(CLAIM_PAUSE_MS);
  }
  throw new AppError('overloaded', 'Old files of this content are being removed; try again.');
}

interface KeptFile {
  key: string;
  variant: FileVariant;
}

/** For `link` the bytes given are the source of our thumbnail; the original stays with the rights holder. */
function filesOf({ delivery }: AssetDescription, content: Content): KeptFile[] {
  const variants: FileVariant[] = THUMBNAIL_FORMATS.map((format) => ({ kind: 'thumbnail', format }));
  if (delivery === 'host') variants.push({ kind: 'original' });
  return variants.map((variant) => ({ key: blobKey(content, variant), variant }));
}

async function areKept(blobs: BlobStore, files: KeptFile[]): Promise<boolean> {
  const found = await Promise.all(files.map(({ key }) => blobs.has(key)));
  return found.every(Boolean);
}

/** What is declared of a hosted image has to be what its bytes say; those of `link` may be a smaller copy. */
function checkDeclared(description: AssetDescription, image: ReadImage): void {
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
