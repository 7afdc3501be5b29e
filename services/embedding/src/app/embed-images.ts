import type { CaptionMap } from '@imagesearch/models/caption-map';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { BatchQueue } from '../domain/batch-queue.js';
import { CLOSE_LEVEL, FAR_LEVEL } from '../domain/faces/levels.js';
import type { Picture } from '../domain/image.js';
import type { RgbPixels } from '../domain/pixels.js';
import type { Signals } from '../domain/signals/signals.js';
import type { PictureEncoder } from '../adapters/models/encoders.js';
import type { SignalReader } from '../adapters/models/signal-reader.js';
import { createBoundedDecode } from '../adapters/images/bounded-decode.js';
import { shrinkTo } from '../adapters/images/resize-pixels.js';

export interface EmbedPicturesOptions {
  models: () => { pictures: PictureEncoder; signals: SignalReader; captions?: CaptionMap | undefined };
  /** Bounds the runs of models; shared with the texts. */
  modelSemaphore: Semaphore;
  batchMax: number;
  batchPatienceMs: number;
  /** Pictures that may wait for their turn. */
  queueMax: number;
}

export interface EmbeddedPicture {
  picture: Picture;
  vector: Float32Array;
  /** Where its caption's vector would lie; none where texts meet pictures themselves. */
  captionGuess: Float32Array | undefined;
  signals: Signals | undefined;
}

export interface EmbedPictures {
  embed(bytes: Uint8Array, withSignals: boolean, call: CallContext): Promise<EmbeddedPicture>;
  /** Refuses what waits; resolves when no picture is under way, so that the models can be unloaded. */
  close(): Promise<void>;
}

interface PictureTask {
  bytes: Uint8Array;
  withSignals: boolean;
  call: CallContext;
}

/** While one batch is in the tower, the next is decoded. */
const BATCHES_UNDER_WAY = 2;

/**
 * The way of a picture: wait for a turn, decode once, then its vector (in a batch with others) and its signals.
 * Only so many pictures are under way, so memory is bounded, and enough that batches can fill.
 */
export function createEmbedPictures(options: EmbedPicturesOptions): EmbedPictures {
  const { models, modelSemaphore, batchMax, batchPatienceMs, queueMax } = options;
  const underWayMax = BATCHES_UNDER_WAY * batchMax;
  const tower = new BatchQueue<RgbPixels, Float32Array>({
    run: (prepared) => models().pictures.embed(prepared),
    batchMax,
    patienceMs: batchPatienceMs,
    concurrency: 1,
    shared: modelSemaphore,
    waitingMax: underWayMax,
  });
  const pictures = new BatchQueue<PictureTask, EmbeddedPicture>({
    run: async (tasks) => Promise.all(tasks.map(embedOne)),
    batchMax: 1,
    patienceMs: 0,
    concurrency: underWayMax,
    waitingMax: queueMax,
  });

  const decode = createBoundedDecode();

  async function embedOne({ bytes, withSignals, call }: PictureTask): Promise<EmbeddedPicture> {
    const picture = await decode(bytes, call);
    assertLive(call);
    // Side by side: the signals have a thread of their own.
    const [vector, signals] = await Promise.all([
      models()
        .pictures.prepare(picture)
        .then((prepared) => tower.submit(prepared, call)),
      withSignals ? signalsOf(picture, models().signals, call) : undefined,
    ]);
    return { picture, vector, captionGuess: models().captions?.guess(vector), signals };
  }

  return {
    embed: (bytes, withSignals, call) => pictures.submit({ bytes, withSignals, call }, call),
    close: async () => {
      await pictures.close();
      await tower.close();
    },
  };
}

async function signalsOf(picture: Picture, reader: SignalReader, call: CallContext): Promise<Signals> {
  const far = await shrinkTo(picture.pixels, FAR_LEVEL.edgePx);
  const close = await shrinkTo(far, CLOSE_LEVEL.edgePx);
  assertLive(call);
  const levels = [
    { pixels: close, scoreMin: CLOSE_LEVEL.scoreMin },
    // A picture no larger than the first copy has nothing more to show.
    ...(far === close ? [] : [{ pixels: far, scoreMin: FAR_LEVEL.scoreMin }]),
  ];
  const { width, height } = picture;
  return reader.read({ size: { width, height }, levels, pixels: far });
}
