import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { ImageFormat } from '@imagesearch/service-kit/image/image-format';
import {
  THUMBNAIL_FORMATS,
  blobKey,
  type StoredVariant,
  type ThumbnailFormat,
} from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { AssetDescription, AssetState, Content, Rights } from '../domain/asset.js';
import type { BlobStore } from '../domain/blob-store.js';
import type { ContentRegister } from '../domain/content-register.js';
import { fingerprintOf } from '../domain/fingerprint.js';
import { rightsOf } from '../domain/license/rights.js';

const CLAIM_ATTEMPTS = 20;
const CLAIM_PAUSE_MS = 100;

/** A fully decoded image. */
export interface ReadImage {
  format: ImageFormat;
  width: number;
  height: number;
  thumbnails: Record<ThumbnailFormat, Uint8Array>;
}

export interface IngestAssetDeps {
  assets: AssetStore;
  blobs: BlobStore;
  contents: Pick<ContentRegister, 'claim'>;
  readImage: (bytes: Buffer) => Promise<ReadImage>;
}

export interface IngestedAsset {
  rights: Rights;
  changed: boolean;
  state: AssetState;
}

/**
 * Creates or replaces one asset. A withdrawn asset keeps its row and its files until it is restored. Files are written
 * before the row that names them, so a crash in between leaves an unused file, never a row without its file.
 */
export async function ingestAsset(
  { assets, blobs, contents, readImage }: IngestAssetDeps,
  description: AssetDescription,
  bytes: Buffer | null,
): Promise<IngestedAsset> {
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

/** From here on the sweeper keeps the files of this content. A sweep of it that has begun ends within moments. */
async function claim(contents: IngestAssetDeps['contents'], sha256: string): Promise<void> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt += 1) {
    if (await contents.claim(sha256)) return;
    await sleep(CLAIM_PAUSE_MS);
  }
  throw new AppError('overloaded', 'Old files of this content are being removed; try again.');
}

interface KeptFile {
  key: string;
  variant: StoredVariant;
}

/** For `link` only thumbnails are made from the bytes; the original stays with the rights holder. */
function filesOf({ delivery }: AssetDescription, content: Content): KeptFile[] {
  const variants: StoredVariant[] = THUMBNAIL_FORMATS.map((format) => ({ kind: 'thumbnail', format }));
  if (delivery === 'host') variants.push({ kind: 'original' });
  return variants.map((variant) => ({ key: blobKey(content, variant), variant }));
}

async function areKept(blobs: BlobStore, files: KeptFile[]): Promise<boolean> {
  const found = await Promise.all(files.map(({ key }) => blobs.has(key)));
  return found.every(Boolean);
}

/** The declared facts of a hosted image must match its bytes. For `link` the bytes may be a smaller copy. */
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
