import { createHash } from 'node:crypto';
import { invalid } from '@imagesearch/service-kit/errors';
import { THUMBNAIL_FORMATS, blobKey, type FileVariant, type ThumbnailFormat } from './asset-files.js';
import type { AssetStore } from './asset-store.js';
import type { AssetDescription, AssetState, Content, PictureFormat, Rights } from './asset.js';
import type { BlobStore } from './blob-store.js';
import { fingerprintOf } from './fingerprint.js';
import { rightsOf } from './license/rights.js';

/** A picture that was decoded to its end. */
export interface ReadPicture {
  format: PictureFormat;
  width: number;
  height: number;
  thumbnails: Record<ThumbnailFormat, Uint8Array>;
}

export interface IntakeDeps {
  assets: AssetStore;
  blobs: BlobStore;
  readPicture: (bytes: Buffer) => Promise<ReadPicture>;
}

export interface Intake {
  rights: Rights;
  changed: boolean;
  state: AssetState;
}

/**
 * Creates or replaces one asset; one that is withdrawn is left alone, row and files, until it is restored. Files are written before the row that names them, so that a crash in between
 * leaves a file that nothing points to, never a row without its file.
 */
export async function takeInAsset(
  { assets, blobs, readPicture }: IntakeDeps,
  description: AssetDescription,
  bytes: Buffer | null,
): Promise<Intake> {
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
    const picture = await readPicture(bytes);
    if (description.delivery === 'host') checkDeclared(description, picture);
    for (const { key, variant } of files) {
      const file = variant.kind === 'original' ? bytes : picture.thumbnails[variant.format];
      if (!(await blobs.has(key))) await blobs.write(key, [file]);
    }
  }
  const outcome = await assets.put({ description, rights, content, fingerprint });
  return { rights, changed: outcome === 'changed', state: outcome === 'withdrawn' ? 'withdrawn' : 'active' };
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

/** What is declared of a hosted picture has to be what its bytes say; those of `link` may be a smaller copy. */
function checkDeclared(description: AssetDescription, picture: ReadPicture): void {
  for (const field of ['format', 'width', 'height'] as const) {
    if (description[field] === picture[field]) continue;
    throw invalid({
      loc: ['metadata', field],
      msg: `The metadata says ${field} ${description[field]}, the file ${picture[field]}.`,
      type: 'picture_mismatch',
      input: description[field],
      ctx: { actual: picture[field] },
    });
  }
}
