import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { RecentDecodes } from '@imagesearch/image-files/recent-decodes';
import { withPeople, type EncodedImage, type ImageEncoder, type PeopleVectors } from '../domain/encoders.js';
import {
  SIGNAL_EDGE_PX,
  type DecodeImage,
  type Image,
  type RgbPixels,
  type ShrinkImage,
  type SizedPixels,
} from '../domain/image.js';
import { QUERY_EDGES_PX, queryFeaturesOf } from '../domain/local-features/local-features.js';
import {
  likenessOf,
  type Likeness,
  type MeasuredImage,
  type SignalReader,
} from '../domain/signals/signals.js';
import { BatchQueue, createWorkQueue, type QueueEvents } from './batch-queue.js';

interface ImagesOptions {
  models: { images: ImageEncoder; people: PeopleVectors | undefined; signals: SignalReader };
  decode: DecodeImage;
  shrink: ShrinkImage;
  /** Keeps the copies of images that are ingested, for another service in this process. */
  recentDecodes: RecentDecodes | undefined;
  batchMax: number;
  queueMax: number;
  events: (queue: 'images' | 'tower' | 'cut_outs') => QueueEvents;
}

export interface EmbeddedImage extends EncodedImage {
  image: Image;
  measured: MeasuredImage | undefined;
  likeness: Likeness | undefined;
}

/** What is computed besides the vector. */
interface EmbedParts {
  withSignals: boolean;
  withLikeness: boolean;
}

export interface Images {
  /** Decodes an image once, then computes its vector, in a batch with others, and its signals. */
  embed(bytes: Uint8Array, parts: EmbedParts, call: CallContext): Promise<EmbeddedImage>;
  /** Local features of a query image, which may be cut out of an indexed one, in several sizes, the largest first. */
  describe(bytes: Uint8Array, call: CallContext): Promise<string[]>;
  /** Refuses images that wait for their vectors; resolves when none is being computed. */
  close(): Promise<void>;
}

/** While one batch is in the tower, the next one is decoded. */
const BATCHES_IN_PROCESS = 2;
/** While one cut-out is described, the next one is decoded. */
const CUT_OUTS_AT_ONCE = 2;
/** A search by an image that is not indexed asks for its local features a moment after its vector. */
const QUERIES_KEPT = 8;

export function createImages({ models, decode, shrink, recentDecodes, ...options }: ImagesOptions): Images {
  const { batchMax, queueMax, events } = options;
  const imagesMax = BATCHES_IN_PROCESS * batchMax;
  const tower = new BatchQueue<SizedPixels, EncodedImage>({
    run: (images) => models.images.embed(images),
    batchMax,
    waitingMax: imagesMax,
    events: events('tower'),
  });
  const recentQueries = new RecentDecodes(QUERIES_KEPT);

  /** Of the copy that the signals of an indexed image are measured on. */
  async function readLikeness({ pixels }: Image, bytes: Uint8Array): Promise<Likeness> {
    const copy = await shrink(pixels, SIGNAL_EDGE_PX);
    recentQueries.keep(bytes, copy);
    return likenessOf(copy);
  }

  async function embed(bytes: Uint8Array, parts: EmbedParts, call: CallContext): Promise<EmbeddedImage> {
    const image = await decode(bytes, call);
    assertLive(call);
    // Other formats may be transparent, and the copy is not.
    if (parts.withSignals && image.format === 'jpeg') recentDecodes?.keep(bytes, image.pixels);
    const { width, height, pixels } = image;
    const read: SizedPixels = { width, height, pixels };
    const [encoded, measured, likeness] = await Promise.all([
      tower.submit(read, call),
      parts.withSignals ? models.signals.read(read) : undefined,
      parts.withLikeness ? readLikeness(image, bytes) : undefined,
    ]);
    return { ...encoded, sight: sightOf(encoded, measured, models.people), image, measured, likeness };
  }

  async function describe(bytes: Uint8Array, call: CallContext): Promise<string[]> {
    const recent = recentQueries.take(bytes);
    // What an indexed image is described on is shrunk from the same copy.
    const pixels = recent ?? (await shrink((await decode(bytes, call)).pixels, SIGNAL_EDGE_PX));
    return featuresOf(pixels, shrink, call);
  }

  const embedInTurn = createWorkQueue(imagesMax, queueMax, events('images'));
  const describeInTurn = createWorkQueue(CUT_OUTS_AT_ONCE, queueMax, events('cut_outs'));
  return {
    embed: (bytes, parts, call) => embedInTurn(() => embed(bytes, parts, call), call),
    describe: (bytes, call) => describeInTurn(() => describe(bytes, call), call),
    close: () => tower.close(),
  };
}

function sightOf({ sight }: EncodedImage, measured: MeasuredImage | undefined, people?: PeopleVectors) {
  return sight && people && measured ? withPeople(sight, measured.signals.faces, people) : sight;
}

async function featuresOf(pixels: RgbPixels, shrink: ShrinkImage, call: CallContext): Promise<string[]> {
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
