import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { LRUCache } from 'lru-cache';
import type { Asset } from '../assets.js';
import { wholeOriginal, type BlobStore } from '../blobs/blob-store.js';
import type { AssetDescription } from '../metadata-schema.js';
import { creditOf } from './credit.js';
import { creditDigest, embedCredit, type CreditedPieces } from '@imagesearch/image-files/edit/credit';
import type { Credit } from '@imagesearch/image-files/edit/credit-xmp';
import { bytesOf } from '@imagesearch/image-files/edit/edit';

interface CreditedFilesDeps {
  blobs: Pick<BlobStore, 'open'>;
  /** Bounds the originals in memory: each is read whole, once, for the places of its parts. */
  semaphore: Semaphore;
}

/** An original with its present credit: its validator comes of the credit alone, its pieces of the whole original. */
export interface CreditedFile {
  digest: string;
  /** The size, if no original must be read for it. */
  knownBytes: number | undefined;
  /** Undefined when the parts of the original cannot be read. */
  made(call: CallContext): Promise<CreditedPieces | undefined>;
}

/** Pieces of one file take about 8 KiB, and 200 KiB at most but for those with many Photoshop resources. */
const PIECES_BYTES_MAX = 32 * 1024 * 1024;
const ENTRY_BYTES = 512;

interface Source {
  blobKey: string;
  format: AssetDescription['format'];
  credit: Credit;
  call: CallContext;
}

/** Credited files by content and credit. The pieces of the recent ones are kept, so that any part of them is a range read. */
export class CreditedFiles {
  readonly #deps: CreditedFilesDeps;
  readonly #pieces = new LRUCache<string, { made: CreditedPieces | undefined }, Source>({
    maxSize: PIECES_BYTES_MAX,
    sizeCalculation: ({ made }) =>
      ENTRY_BYTES + bytesOf((made?.pieces ?? []).filter((piece) => Buffer.isBuffer(piece))),
    // What is evicted while it is made still answers those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: async (_key, _stale, { context }) => ({ made: await this.#make(context) }),
  });

  constructor(deps: CreditedFilesDeps) {
    this.#deps = deps;
  }

  /** No file is read. */
  of(asset: Asset, blobKey: string): CreditedFile {
    const credit = creditOf(asset);
    const digest = creditDigest(credit);
    const key = `${blobKey} ${digest}`;
    const known = this.#pieces.get(key)?.made?.pieces;
    return {
      digest,
      knownBytes: known && bytesOf(known),
      made: async (asking) => {
        // Others may wait for it, so it goes on when its own caller leaves.
        const shared = { ...asking, signal: new AbortController().signal };
        const source = { blobKey, format: asset.description.format, credit, call: shared };
        return (await this.#pieces.forceFetch(key, { context: source })).made;
      },
    };
  }

  #make({ blobKey, format, credit, call }: Source): Promise<CreditedPieces | undefined> {
    const { blobs, semaphore } = this.#deps;
    return semaphore.run(
      async () => embedCredit(await wholeOriginal(blobs, blobKey, call), format, credit),
      call,
    );
  }
}
