import type { CaptionMap } from '@imagesearch/models/caption-map';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { BatchQueue } from '../domain/batch-queue.js';
import { CLOSE_LEVEL, FAR_LEVEL } from '../domain/faces/levels.js';
import type { Image } from '../domain/image.js';
import type { RgbPixels } from '../domain/pixels.js';
import type { Signals } from '../domain/signals/signals.js';
import type { ImageEncoder } from '../adapters/models/encoders.js';
import type { SignalReader } from '../adapters/models/signal-reader.js';
import { createBoundedDecode } from '../adapters/images/bounded-decode.js';
import { shrinkTo } from '../adapters/images/resize-pixels.js';

export interface EmbedImagesOptions {
  models: () => { images: ImageEncoder; signals: SignalReader; captions?: CaptionMap | undefined };
  /** Bounds the runs of models; shared with the texts. */
  modelSemaphore: Semaphore;
  batchMax: number;
  batchPatienceMs: number;
  /** Images that may wait for their turn. */
  queueMax: number;
}

export interface EmbeddedImage {
  image: Image;
  vector: Float32Array;
  /** Where its caption's vector would lie; none where texts meet images themselves. */
  captionGuess: Float32Array | undefined;
  signals: Signals | undefined;
}

export interface EmbedImages {
  embed(bytes: Uint8Array, withSignals: boolean, call: CallContext): Promise<EmbeddedImage>;
  /** Refuses what waits; resolves when no image is under way, so that the models can be unloaded. */
  close(): Promise<void>;
}

interface ImageTask {
  bytes: Uint8Array;
  withSignals: boolean;
  call: CallContext;
}

/** While one batch is in the tower, the next is decoded. */
const BATCHES_UNDER_WAY = 2;

/**
 * The way of an image: wait for a turn, decode once, then its vector (in a batch with others) and its signals.
 * Only so many images are under way, so memory is bounded, and enough that batches can fill.
 */
export function createEmbedImages(options: EmbedImagesOptions): EmbedImages {
  const { models, modelSemaphore, batchMax, batchPatienceMs, queueMax } = options;
  const underWayMax = BATCHES_UNDER_WAY * batchMax;
  const tower = new BatchQueue<RgbPixels, Float32Array>({
    run: (prepared) => models().images.embed(prepared),
    batchMax,
    patienceMs: batchPatienceMs,
    concurrency: 1,
    shared: modelSemaphore,
    waitingMax: underWayMax,
  });
  const images = new BatchQueue<ImageTask, EmbeddedImage>({
    run: async (tasks) => Promise.all(tasks.map(embedOne)),
    batchMax: 1,
    patienceMs: 0,
    concurrency: underWayMax,
    waitingMax: queueMax,
  });

  const decode = createBoundedDecode();

  async function embedOne({ bytes, withSignals, call }: ImageTask): Promise<EmbeddedImage> {
    const image = await decode(bytes, call);
    assertLive(call);
    // Side by side: the signals have a thread of their own.
    const [vector, signals] = await Promise.all([
      models()
        .images.prepare(image)
        .then((prepared) => tower.submit(prepared, call)),
      withSignals ? signalsOf(image, models().signals, call) : undefined,
    ]);
    return { image, vector, captionGuess: models().captions?.guess(vector), signals };
  }

  return {
    embed: (bytes, withSignals, call) => images.submit({ bytes, withSignals, call }, call),
    close: async () => {
      await images.close();
      await tower.close();
    },
  };
}

async function signalsOf(image: Image, reader: SignalReader, call: CallContext): Promise<Signals> {
  const far = await shrinkTo(image.pixels, FAR_LEVEL.edgePx);
  const close = await shrinkTo(far, CLOSE_LEVEL.edgePx);
  assertLive(call);
  const levels = [
    { pixels: close, scoreMin: CLOSE_LEVEL.scoreMin },
    // An image no larger than the first copy has nothing more to show.
    ...(far === close ? [] : [{ pixels: far, scoreMin: FAR_LEVEL.scoreMin }]),
  ];
  const { width, height } = image;
  return reader.read({ size: { width, height }, levels, pixels: far });
}
