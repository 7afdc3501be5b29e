import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import { withPeople, type EncodedImage, type ImageEncoder, type PeopleVectors } from '../domain/encoders.js';
import { CLOSE_LEVEL, FAR_LEVEL } from '../domain/faces.js';
import {
  SIGNAL_EDGE_PX,
  type Image,
  type DecodeImage,
  type ShrinkImage,
  type RgbPixels,
} from '../domain/image.js';
import { INDEXED_EDGE_PX } from '../domain/local-features/local-features.js';
import {
  likenessOf,
  type Likeness,
  type MeasuredImage,
  type SignalReader,
} from '../domain/signals/signals.js';
import { BatchQueue, createWorkQueue, type QueueEvents } from './batch-queue.js';
import type { RecentCopies } from './describe-cut-outs.js';

interface EmbedImagesOptions {
  models: () => {
    images: ImageEncoder;
    people?: PeopleVectors | undefined;
    signals: SignalReader;
  };
  decode: DecodeImage;
  shrink: ShrinkImage;
  /** Keeps the copies of images whose likeness is asked for. */
  recentCopies?: RecentCopies;
  /** Keeps the copies of images that are ingested, for another service in this process. */
  recentDecodes?: RecentDecodes | undefined;
  batchMax: number;
  queueMax: number;
  events?: { images: QueueEvents; tower: QueueEvents };
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

export interface EmbedImages {
  embed(bytes: Uint8Array, parts: EmbedParts, call: CallContext): Promise<EmbeddedImage>;
  /** Refuses images that wait for their vectors; resolves when none is being computed. */
  close(): Promise<void>;
}

/** While one batch is in the tower, the next one is decoded. */
const BATCHES_IN_PROCESS = 2;

/** Decodes an image once, then computes its vector, in a batch with others, and its signals. */
export function createEmbedImages(options: EmbedImagesOptions): EmbedImages {
  const { models, decode, shrink, batchMax, queueMax, events } = options;
  const imagesMax = BATCHES_IN_PROCESS * batchMax;
  const tower = new BatchQueue<RgbPixels, EncodedImage>({
    run: (prepared) => models().images.embed(prepared),
    batchMax,
    waitingMax: imagesMax,
    ...(events && { events: events.tower }),
  });
  const inTurn = createWorkQueue(imagesMax, queueMax, events?.images);

  async function embedOne(bytes: Uint8Array, parts: EmbedParts, call: CallContext): Promise<EmbeddedImage> {
    const image = await decode(bytes, call);
    assertLive(call);
    // Other formats may be transparent, and the copy is not.
    if (parts.withSignals && image.format === 'jpeg') options.recentDecodes?.keep(bytes, image.pixels);
    const preparing = models().images.prepare(image);
    const [encoded, measured, likeness] = await Promise.all([
      preparing.then((prepared) => tower.submit(prepared, call)),
      parts.withSignals ? readSignals(image, models().signals, shrink, call) : undefined,
      parts.withLikeness ? readLikeness(image, bytes, options) : undefined,
    ]);
    const { people } = models();
    const sight =
      encoded.sight && people && measured
        ? withPeople(encoded.sight, measured.signals.faces, people)
        : encoded.sight;
    return { ...encoded, sight, image, measured, likeness };
  }

  return {
    embed: (bytes, parts, call) => inTurn(() => embedOne(bytes, parts, call), call),
    close: () => tower.close(),
  };
}

async function readSignals(
  image: Image,
  reader: SignalReader,
  shrink: ShrinkImage,
  call: CallContext,
): Promise<MeasuredImage> {
  const far = await shrink(image.pixels, FAR_LEVEL.edgePx);
  const close = await shrink(far, CLOSE_LEVEL.edgePx);
  const indexed = await shrink(far, INDEXED_EDGE_PX);
  assertLive(call);
  const levels = [
    { pixels: close, scoreMin: CLOSE_LEVEL.scoreMin },
    // A small image is not shrunk, so both copies are the same.
    ...(far === close ? [] : [{ pixels: far, scoreMin: FAR_LEVEL.scoreMin }]),
  ];
  const { width, height } = image;
  return reader.read({ size: { width, height }, levels, pixels: far, indexed });
}

/** Of the copy that the signals of an indexed image are measured on. */
async function readLikeness(
  { pixels }: Image,
  bytes: Uint8Array,
  { shrink, recentCopies }: Pick<EmbedImagesOptions, 'shrink' | 'recentCopies'>,
): Promise<Likeness> {
  const copy = await shrink(pixels, SIGNAL_EDGE_PX);
  recentCopies?.keep(bytes, copy);
  return likenessOf(copy);
}
