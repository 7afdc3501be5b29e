import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
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
import { RecentQueries } from './recent-queries.js';

interface ImagesOptions {
  models: { images: ImageEncoder; people: PeopleVectors | undefined; signals: SignalReader };
  decode: DecodeImage;
  shrink: ShrinkImage;
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
  /** Computes the vector of an image, in a batch with others, and its signals. The file of a query is decoded first. */
  embed(source: Uint8Array | Image, parts: EmbedParts, call: CallContext): Promise<EmbeddedImage>;
  /** Local features of a query image, which may be cut out of an indexed one, in several sizes, the largest first. */
  describe(bytes: Uint8Array, call: CallContext): Promise<string[]>;
  /** Refuses images that wait for their vectors; resolves when none is being computed. */
  close(): Promise<void>;
}

/** While one batch is in the tower, the next one is decoded. */
const BATCHES_IN_PROCESS = 2;
/** While one cut-out is described, the next one is decoded. */
const CUT_OUTS_AT_ONCE = 2;

export function createImages({ models, decode, shrink, ...options }: ImagesOptions): Images {
  const { batchMax, queueMax, events } = options;
  const imagesMax = BATCHES_IN_PROCESS * batchMax;
  const tower = new BatchQueue<SizedPixels, EncodedImage>({
    run: (images) => models.images.embed(images),
    batchMax,
    waitingMax: imagesMax,
    events: events('tower'),
  });
  const recentQueries = new RecentQueries();

  /** Of the copy that the signals of an indexed image are measured on. */
  async function readLikeness({ pixels }: Image, source: Uint8Array | Image): Promise<Likeness> {
    const copy = await shrink(pixels, SIGNAL_EDGE_PX);
    if (source instanceof Uint8Array) recentQueries.keep(source, copy);
    return likenessOf(copy);
  }

  async function embed(
    source: Uint8Array | Image,
    parts: EmbedParts,
    call: CallContext,
  ): Promise<EmbeddedImage> {
    const image = source instanceof Uint8Array ? await decode(source, call) : source;
    assertLive(call);
    const { width, height, pixels } = image;
    const read: SizedPixels = { width, height, pixels };
    const [encoded, measured, likeness] = await Promise.all([
      tower.submit(read, call),
      parts.withSignals ? models.signals.read(read) : undefined,
      parts.withLikeness ? readLikeness(image, source) : undefined,
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
    embed: (source, parts, call) => embedInTurn(() => embed(source, parts, call), call),
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
