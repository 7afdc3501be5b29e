import type { CallContext } from '@imagesearch/service-kit/call-context';
import { createHash } from 'node:crypto';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { AssetFiles } from '../domain/asset.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { OpenBlob } from '../domain/blob-store.js';
import { creditOf } from '../domain/credited/credit.js';
import { embedCredit } from '../domain/credited/embed-credit.js';
import { bytesOf, type Piece } from '../domain/credited/pieces.js';

/** An original with its credit in it. */
export interface CreditedFile {
  pieces: Piece[];
  bytes: number;
  /** Of the metadata that was written: part of the file's validator. */
  digest: string;
}

export interface CreditedFileDeps {
  assets: Pick<AssetStore, 'findMany'>;
  /** Bounds the originals in memory: each is read whole, once, for the places of its parts. */
  creditSemaphore: Semaphore;
}

const READ_CHUNK_BYTES = 1024 * 1024;
const DIGEST_CHARS = 12;

/** The original with its present credit; undefined when the asset is gone or the file's parts cannot be read. */
export async function creditedFile(
  { assets, creditSemaphore }: CreditedFileDeps,
  { assetId, format }: Pick<AssetFiles, 'assetId' | 'format'>,
  blob: OpenBlob,
  call: CallContext,
): Promise<CreditedFile | undefined> {
  const [asset] = await assets.findMany([assetId], call);
  if (asset === undefined) return undefined;
  const credit = creditOf(asset);
  const pieces = await creditSemaphore.run(
    async () => embedCredit(await wholeFile(blob), format, credit),
    call,
  );
  if (pieces === undefined) return undefined;
  const digest = createHash('sha256');
  for (const piece of pieces) if (Buffer.isBuffer(piece)) digest.update(piece);
  return { pieces, bytes: bytesOf(pieces), digest: digest.digest('hex').slice(0, DIGEST_CHARS) };
}

async function wholeFile(blob: OpenBlob): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of blob.chunks({ offset: 0, length: blob.bytes }, READ_CHUNK_BYTES))
    chunks.push(chunk);
  return Buffer.concat(chunks);
}
