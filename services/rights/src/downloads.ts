import type * as wire from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { isPublicWebAddress } from '@imagesearch/service-kit/guarded-fetch/public-host';
import type { Asset } from './assets.js';
import type { BlobStore, OpenBlob } from './blobs/blob-store.js';
import type { CreditedFile, CreditedFiles } from './credited/credited-files.js';
import { bytesOf, partOfPieces, type FilePart, type Piece } from '@imagesearch/image-files/edit/edit';
import {
  STORE_CACHE_CONTROL,
  validityAt,
  signDownload,
  CREDITED_CACHE_CONTROL,
  OWN_CACHE_CONTROL,
  verifyDownload,
  type DownloadClaim,
} from './download-token.js';
import { servedFile, type FileVariant, type ServedFile } from './files.js';
import type { RecentAssets } from './recent-assets.js';
import type { Views } from './views.js';
import { checkAssetIds, checkVariant } from './wire.js';

/** What both RPCs of downloads work with. */
export interface DownloadDeps {
  assets: Pick<RecentAssets, 'findRecent'>;
  blobs: Pick<BlobStore, 'addressOf' | 'open'>;
  creditedFiles: CreditedFiles;
  views: Pick<Views, 'open'>;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

export async function createDownload(
  request: wire.CreateDownloadRequest,
  deps: DownloadDeps,
  call: CallContext,
): Promise<wire.CreateDownloadResponseInput> {
  const variant = checkVariant(request);
  const assetIds = checkAssetIds(request.assetIds);
  const assets = assetIds.length === 0 ? [] : await deps.assets.findRecent(assetIds, call);
  const downloads: wire.DownloadInput[] = [];
  for (const asset of assets) {
    const target = await targetOf(asset, variant, request.asToken, deps);
    if (target) downloads.push({ assetId: asset.description.assetId, ...target });
  }
  if (request.assetIds.length === 1 && downloads.length === 0)
    throw assets.length === 0
      ? new AppError('asset_not_found', 'There is no such asset.')
      : new AppError('file_not_found', 'This asset has no such file.');
  return { downloads };
}

/** Undefined when the asset has no such file. Its row is written after its files, so the store is not asked for them. */
async function targetOf(
  asset: Asset,
  variant: FileVariant,
  asToken: boolean,
  { blobs, downloadSecret, now }: DownloadDeps,
): Promise<Pick<wire.DownloadInput, 'url' | 'token'> | undefined> {
  const { startsAt, expiresAt, validS } = validityAt(now());
  const { assetId, delivery, linkUrl } = asset.description;
  if (isOriginal(variant) && delivery === 'link' && linkUrl !== null) {
    // Ingestion refuses such an address too; no caller is sent there, however it came into the store.
    return isPublicWebAddress(linkUrl) ? { url: linkUrl } : undefined;
  }
  const file = servedFile(asset, variant);
  if (file === undefined) return undefined;
  const { content, key } = file;
  if (blobs.addressOf === null || asToken || MADE_ON_THE_WAY.has(variant))
    return { token: signDownload({ assetId, variant, content, expiresAt }, downloadSecret) };
  const served = { ...file, cacheControl: STORE_CACHE_CONTROL, now: new Date(startsAt * 1_000), validS };
  return { url: await blobs.addressOf(key, served) };
}

/** The store has none at an address of its own, or not yet. */
const MADE_ON_THE_WAY: ReadonlySet<FileVariant> = new Set(['credited', 'view', 'large_thumbnail'] as const);

/** A credited file is made of a stored original, which a linked asset has not. */
function isOriginal(variant: FileVariant): boolean {
  return variant === 'original' || variant === 'ingested';
}

const CHUNK_BYTES_MAX = 256 * 1024;

/** The asset is read again, so an asset that is withdrawn after its token was issued is gone at once. */
export async function* readDownload(
  request: wire.ReadDownloadRequest,
  { assets, blobs, creditedFiles, views, downloadSecret, now }: DownloadDeps,
  call: CallContext,
): AsyncGenerator<wire.ReadDownloadResponseInput> {
  const claim = verifyDownload(request.token, downloadSecret, now());
  const [asset] = claim ? await assets.findRecent([claim.assetId], call) : [];
  const opened = claim && asset && (await openClaimed(asset, claim, { blobs, views }, call));
  if (!opened) throw noSuchFile();
  const { file, blob } = opened;
  try {
    const isCredited = claim.variant === 'credited';
    const sent = isCredited ? credited(creditedFiles, asset, file) : asStored(file, blob);
    const headers = headersOf(sent.file, isCredited ? CREDITED_CACHE_CONTROL : OWN_CACHE_CONTROL);
    // Neither reads the file.
    if (isKnown(request, sent.file)) {
      yield { head: { status: 304, headers: headers.ofAny } };
      return;
    }
    if (request.headOnly) {
      yield { head: { status: 200, headers: { ...headers.ofFile, ...lengthOf(sent.knownBytes) } } };
      return;
    }
    const made = await sent.made(call);
    if (made === undefined) throw noSuchFile();
    const { pieces: whole, isCredentialBroken } = made;
    const bytes = bytesOf(whole);
    const part = partFor(request, sent.file, bytes);
    const ofPart = {
      ...lengthOf(part?.length ?? bytes),
      ...(part && { 'Content-Range': `bytes ${part.offset}-${part.offset + part.length - 1}/${bytes}` }),
      ...(isCredentialBroken && { 'Content-Credentials': 'invalidated' }),
    };
    yield { head: { status: part === null ? 200 : 206, headers: { ...headers.ofFile, ...ofPart } } };
    const pieces = partOfPieces(whole, part ?? { offset: 0, length: bytes });
    for await (const chunk of chunksOf(pieces, blob)) yield { chunk };
  } finally {
    await blob.close();
  }
}

/** Assets that were stored without a large thumbnail answer with the other one. */
async function openClaimed(
  asset: Asset,
  claim: DownloadClaim,
  { blobs, views }: Pick<DownloadDeps, 'blobs' | 'views'>,
  call: CallContext,
): Promise<{ file: ServedFile; blob: OpenBlob } | undefined> {
  const file = claimedFile(asset, claim);
  if (file === undefined) return undefined;
  const isView = claim.variant === 'view';
  const blob = await (isView ? views.open(asset, file, call) : blobs.open(file.key, call));
  if (blob !== undefined) return { file, blob };
  if (claim.variant !== 'large_thumbnail') return undefined;
  return openClaimed(asset, { ...claim, variant: 'thumbnail' }, { blobs, views }, call);
}

/** A file as it is sent. */
interface Sent extends Pick<CreditedFile, 'knownBytes' | 'made'> {
  file: ServedFile;
}

/** Undefined when the asset has another content than the address names. */
function claimedFile(asset: Asset, { variant, content }: DownloadClaim): ServedFile | undefined {
  const file = servedFile(asset, variant);
  return content === file?.content ? file : undefined;
}

function asStored(file: ServedFile, { bytes }: OpenBlob): Sent {
  const pieces = [{ offset: 0, length: bytes }];
  return { file, knownBytes: bytes, made: () => Promise.resolve({ pieces, isCredentialBroken: false }) };
}

function headersOf({ etag, contentType, contentDisposition }: ServedFile, cacheControl: string) {
  const ofAny = { ETag: etag, 'Accept-Ranges': 'bytes', 'Cache-Control': cacheControl };
  const ofFile = { ...ofAny, 'Content-Type': contentType, 'Content-Disposition': contentDisposition };
  return { ofAny, ofFile };
}

const lengthOf = (bytes: number | undefined) =>
  bytes === undefined ? {} : { 'Content-Length': String(bytes) };

function credited(creditedFiles: CreditedFiles, asset: Asset, file: ServedFile): Sent {
  const made = creditedFiles.of(asset, file.key);
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

function isKnown({ ifNoneMatch = '' }: wire.ReadDownloadRequest, { etag }: ServedFile): boolean {
  return ifNoneMatch.trim() === '*' || ifNoneMatch.match(/"[^"]*"/g)?.includes(etag) === true;
}

const ONE_RANGE = /^bytes=(?:(?<first>\d{1,15})-(?<last>\d{1,15})?|-(?<suffix>\d{1,15}))$/i;

/**
 * The part that a range selects (RFC 9110, section 14.2), cut at the end of the file. Null stands for the whole file: the range is
 * none, or one of another version of the file.
 * @throws AppError `range_not_satisfiable`
 */
function partFor(
  { range = '', ifRange }: wire.ReadDownloadRequest,
  { etag }: ServedFile,
  fileBytes: number,
): FilePart | null {
  const asked = ONE_RANGE.exec(range.trim())?.groups;
  if (asked === undefined || (ifRange !== undefined && ifRange !== etag)) return null;
  const { first, last = Infinity, suffix } = asked;
  if (Number(last) < Number(first)) return null;
  const offset = suffix === undefined ? Number(first) : Math.max(0, fileBytes - Number(suffix));
  const length = Math.min(Number(last) + 1, fileBytes) - offset;
  if (length > 0) return { offset, length };
  throw new AppError('range_not_satisfiable', 'The file has no byte of this range.', {
    ctx: { bytes: fileBytes },
  });
}
