import type {
  DownloadHeaderInput,
  ReadDownloadRequest,
  ReadDownloadResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { servedFile, type ServedFile } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { CreditedFile, CreditedFiles } from '../app/credited-file.js';
import type { AssetFiles } from '../domain/asset.js';
import type { BlobStore, OpenBlob } from '../domain/blob-store.js';
import { bytesOf, partOfPieces, type Piece } from '../domain/credited/pieces.js';
import { partOf, type ByteRange } from '../domain/byte-range.js';
import { CREDITED_CACHE_CONTROL, OWN_CACHE_CONTROL } from '../domain/download-times.js';
import { verifyDownload, type DownloadClaim } from '../domain/download-token.js';

const CHUNK_BYTES_MAX = 256 * 1024;
const ANY_ETAG = '*';

export interface ReadDownloadDeps {
  assets: Pick<AssetStore, 'findFiles'>;
  creditedFiles: CreditedFiles;
  blobs: BlobStore;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** The asset is read again, so an asset that is withdrawn after its token was issued is gone at once. */
export function readDownload(deps: ReadDownloadDeps) {
  const { assets, blobs, downloadSecret, now } = deps;
  return async function* (
    request: ReadDownloadRequest,
    call: CallContext,
  ): AsyncGenerator<ReadDownloadResponseInput> {
    const claim = verifyDownload(request.token, downloadSecret, now());
    const asset = claim && (await assets.findFiles(claim.assetId, call));
    const file = claim && asset && claimedFile(asset, claim);
    const blob = file && (await blobs.open(file.key, call));
    if (!file || !blob) throw noSuchFile();
    try {
      const sent =
        claim.variant.kind === 'credited'
          ? await credited(deps.creditedFiles, asset, file, call)
          : asStored(file, blob);
      const header = { ...headerOf(sent.file), cacheControl: cacheControlOf(claim) };
      // Neither reads the file.
      const isModified = !isKnown(request, sent.file);
      if (!isModified || request.headerOnly) {
        yield { header: { ...header, ...(isModified ? sizeOf(sent) : { notModified: true }) } };
        return;
      }
      const whole = await sent.pieces(call);
      if (whole === undefined) throw noSuchFile();
      const bytes = bytesOf(whole);
      const range = rangeFor(request, sent.file);
      const part = range && partOf(range, bytes);
      const rangeNotSatisfiable = part === undefined;
      yield { header: { ...header, bytes, range: part ?? null, rangeNotSatisfiable } };
      if (rangeNotSatisfiable) return;
      const pieces = partOfPieces(whole, part ?? { offset: 0, length: bytes });
      for await (const chunk of chunksOf(pieces, blob)) yield { chunk };
    } finally {
      await blob.close();
    }
  };
}

/** A file as it is sent. */
interface Sent extends Pick<CreditedFile, 'knownBytes' | 'pieces'> {
  file: ServedFile;
}

/** Undefined when the asset has another content than the address names. */
function claimedFile(asset: AssetFiles, { variant, content }: DownloadClaim): ServedFile | undefined {
  const file = servedFile(asset, variant);
  return content === file?.content ? file : undefined;
}

function asStored(file: ServedFile, { bytes }: OpenBlob): Sent {
  return { file, knownBytes: bytes, pieces: () => Promise.resolve([{ offset: 0, length: bytes }]) };
}

function sizeOf({ knownBytes }: Sent): Pick<DownloadHeaderInput, 'bytes'> {
  return knownBytes === undefined ? {} : { bytes: knownBytes };
}

async function credited(
  creditedFiles: CreditedFiles,
  asset: AssetFiles,
  file: ServedFile,
  call: CallContext,
): Promise<Sent> {
  const made = await creditedFiles.find(asset, file.key, call);
  if (made === undefined) throw noSuchFile();
  // Another credit is another file.
  const etag = file.etag.replace(/"$/, `-${made.digest}"`);
  return { ...made, file: { ...file, etag } };
}

async function* chunksOf(pieces: readonly Piece[], blob: OpenBlob): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece;
    else yield* blob.chunks(piece, CHUNK_BYTES_MAX);
  }
}

function noSuchFile(): AppError {
  return new AppError('file_not_found', 'There is no such file, or its address has expired.');
}

function cacheControlOf({ variant }: DownloadClaim): string {
  return variant.kind === 'credited' ? CREDITED_CACHE_CONTROL : OWN_CACHE_CONTROL;
}

function headerOf({ contentType, fileName, contentDisposition, etag }: ServedFile): DownloadHeaderInput {
  return { contentType, fileName, contentDisposition, etag };
}

function isKnown({ knownEtags }: ReadDownloadRequest, { etag }: ServedFile): boolean {
  return knownEtags.includes(ANY_ETAG) || knownEtags.includes(etag);
}

/** Null stands for the whole file: no range was asked for, or the range is one of another version of the file. */
function rangeFor({ range, rangeIfEtag }: ReadDownloadRequest, { etag }: ServedFile): ByteRange | null {
  if (range === null || (rangeIfEtag !== undefined && rangeIfEtag !== etag)) return null;
  return { offset: range.offset ?? null, length: range.length ?? null };
}
