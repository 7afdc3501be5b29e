import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { hash } from 'node:crypto';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { LRUCache } from 'lru-cache';
import { SIGNAL_EDGE_PX, type DecodeImage, type ShrinkImage, type RgbPixels } from '../domain/image.js';
import { QUERY_EDGES_PX, queryFeaturesOf } from '../domain/local-features/local-features.js';
import { createWorkQueue, type QueueEvents } from './batch-queue.js';

interface DescribeCutOutsOptions {
  decode: DecodeImage;
  shrink: ShrinkImage;
  recentCopies: RecentCopies;
  queueMax: number;
  events?: QueueEvents;
}

export interface DescribeCutOuts {
  /** Local features of an image in several sizes, the largest first. */
  describe(bytes: Uint8Array, call: CallContext): Promise<string[]>;
}

/** While one is described, the next one is decoded. */
const CONCURRENCY = 2;

/** Describes query images that may be cut out of indexed ones. */
export function createDescribeCutOuts({
  decode,
  shrink,
  recentCopies,
  queueMax,
  events,
}: DescribeCutOutsOptions): DescribeCutOuts {
  async function describe(bytes: Uint8Array, call: CallContext): Promise<string[]> {
    // What an indexed image is described on is shrunk from the same copy.
    const pixels =
      recentCopies.of(bytes) ?? (await shrink((await decode(bytes, call)).pixels, SIGNAL_EDGE_PX));
    const shrinking = QUERY_EDGES_PX.map((edge) => shrink(pixels, edge));
    // The smaller copies are made while the larger ones are described, and may fail after the call has ended.
    void Promise.allSettled(shrinking);
    const described = new Map<RgbPixels, string[]>();
    for (const size of shrinking) {
      const copy = await size;
      // Others are answered between two sizes.
      await nextEventLoopTurn();
      assertLive(call);
      // A small image is not shrunk: its larger sizes are the image itself.
      if (!described.has(copy)) described.set(copy, queryFeaturesOf(copy));
    }
    return [...described.values()].flat();
  }

  const inTurn = createWorkQueue(CONCURRENCY, queueMax, events);
  return { describe: (bytes, call) => inTurn(() => describe(bytes, call), call) };
}

/** Up to 442 kB each. */
const COPIES_MAX = 8;

/**
 * Small copies of the query images that came last, by the digest of their bytes: a search by an image that is not indexed asks
 * for its local features a moment after its vector.
 */
export class RecentCopies {
  readonly #copies = new LRUCache<string, RgbPixels>({ max: COPIES_MAX });

  keep(bytes: Uint8Array, copy: RgbPixels): void {
    this.#copies.set(digestOf(bytes), copy);
  }

  of(bytes: Uint8Array): RgbPixels | undefined {
    return this.#copies.get(digestOf(bytes));
  }
}

function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url');
}
