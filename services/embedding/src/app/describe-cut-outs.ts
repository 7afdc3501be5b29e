import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { DecodeImage, ShrinkImage } from '../domain/image-tools.js';
import { QUERY_EDGES_PX, queryFeaturesOf } from '../domain/local-features/local-features.js';
import { SIGNAL_EDGE_PX } from '../domain/signals/signals.js';
import { BatchQueue, type QueueEvents } from './batch-queue.js';

export interface DescribeCutOutsOptions {
  decode: DecodeImage;
  shrink: ShrinkImage;
  queueMax: number;
  events?: QueueEvents;
}

export interface DescribeCutOuts {
  /** Local features of an image in several sizes, the largest first. */
  describe(bytes: Uint8Array, call: CallContext): Promise<string[]>;
  /** Refuses waiting images; resolves when no image is being processed. */
  close(): Promise<void>;
}

interface CutOut {
  bytes: Uint8Array;
  call: CallContext;
}

/** While one is described, the next one is decoded. */
const CONCURRENCY = 2;

/** Describes query images that may be cut out of indexed ones. */
export function createDescribeCutOuts({
  decode,
  shrink,
  queueMax,
  events,
}: DescribeCutOutsOptions): DescribeCutOuts {
  async function describe({ bytes, call }: CutOut): Promise<string[]> {
    const image = await decode(bytes, call);
    // What an indexed image is described on is shrunk from the same copy.
    const pixels = await shrink(image.pixels, SIGNAL_EDGE_PX);
    // A small image is not shrunk: its larger sizes are the image itself.
    const sizes = new Set(await Promise.all(QUERY_EDGES_PX.map((edge) => shrink(pixels, edge))));
    const features: string[] = [];
    for (const size of sizes) {
      // Others are answered between two sizes.
      await nextEventLoopTurn();
      assertLive(call);
      features.push(...queryFeaturesOf(size));
    }
    return features;
  }

  const cutOuts = new BatchQueue<CutOut, string[]>({
    run: (tasks) => Promise.all(tasks.map(describe)),
    batchMax: 1,
    waitMs: 0,
    concurrency: CONCURRENCY,
    waitingMax: queueMax,
    ...(events && { events }),
  });
  return {
    describe: (bytes, call) => cutOuts.submit({ bytes, call }, call),
    close: () => cutOuts.close(),
  };
}
