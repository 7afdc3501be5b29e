import type { CallContext } from '@imagesearch/service-kit/call-context';
import { assertLive, BatchQueue } from './domain/batch-queue.js';
import { DETECTOR_EDGE_PX } from './domain/faces/anchors.js';
import type { Picture } from './domain/picture.js';
import type { RgbPixels } from './domain/pixels.js';
import { computeSignals, SIGNAL_EDGE_PX, type Signals } from './domain/signals/signals.js';
import type { FaceDetector } from './models/face-detector.js';
import { TOWER_EDGE_PX, type ImageTower } from './models/image-tower.js';
import { decodePicture } from './pictures/decode-picture.js';
import { resizeTo, shrinkTo } from './pictures/resize-pixels.js';

export interface EmbedPicturesOptions {
  models: () => { tower: ImageTower; faces: FaceDetector };
  batchMax: number;
  batchPatienceMs: number;
  /** Pictures that may wait for their turn. */
  queueMax: number;
}

export interface EmbeddedPicture {
  picture: Picture;
  vector: Float32Array;
  signals: Signals | undefined;
}

export interface EmbedPictures {
  embed(bytes: Uint8Array, withSignals: boolean, call: CallContext): Promise<EmbeddedPicture>;
  /** Refuses what waits; resolves when no picture is under way, so that the models can be unloaded. */
  close(): Promise<void>;
}

/** Longest edge at which faces of middling size fill enough of the detector's window. */
const MIDDLE_EDGE_PX = 256;

/** Below this the decoded picture is hardly larger than the copy of `SIGNAL_EDGE_PX`, which has been searched. */
const FULL_LEVEL_EDGE_MIN_PX = 768;

interface PictureTask {
  bytes: Uint8Array;
  withSignals: boolean;
  call: CallContext;
}

/**
 * The way of a picture: wait for a turn, decode once, then its vector (in a batch with others) and its signals.
 * As many pictures are under way as fit one batch of the tower, so memory is bounded and batches can fill.
 */
export function createEmbedPictures(options: EmbedPicturesOptions): EmbedPictures {
  const { models, batchMax, batchPatienceMs, queueMax } = options;
  const tower = new BatchQueue<RgbPixels, Float32Array>({
    run: (squares) => models().tower.embed(squares),
    batchMax,
    patienceMs: batchPatienceMs,
    concurrency: 1,
    waitingMax: batchMax,
  });
  const pictures = new BatchQueue<PictureTask, EmbeddedPicture>({
    run: async (tasks) => Promise.all(tasks.map(embedOne)),
    batchMax: 1,
    patienceMs: 0,
    concurrency: batchMax,
    waitingMax: queueMax,
  });

  async function embedOne({ bytes, withSignals, call }: PictureTask): Promise<EmbeddedPicture> {
    const picture = await decodePicture(bytes);
    assertLive(call);
    const square = await resizeTo(picture.pixels, TOWER_EDGE_PX, TOWER_EDGE_PX);
    const vector = await tower.submit(square, call);
    const signals = withSignals ? await signalsOf(picture, models().faces, call) : undefined;
    return { picture, vector, signals };
  }

  return {
    embed: (bytes, withSignals, call) => pictures.submit({ bytes, withSignals, call }, call),
    close: async () => {
      await pictures.close();
      await tower.close();
    },
  };
}

/** The picture as decoded, where that shows faces which its smaller copies are too small for. */
function fullLevel(pixels: RgbPixels): RgbPixels[] {
  return Math.max(pixels.width, pixels.height) >= FULL_LEVEL_EDGE_MIN_PX ? [pixels] : [];
}

async function signalsOf(picture: Picture, detector: FaceDetector, call: CallContext): Promise<Signals> {
  const large = await shrinkTo(picture.pixels, SIGNAL_EDGE_PX);
  const middle = await shrinkTo(large, MIDDLE_EDGE_PX);
  const small = await shrinkTo(middle, DETECTOR_EDGE_PX);
  assertLive(call);
  // A picture that is already as small as the next level has nothing more to show there.
  const levels = [...new Set([small, middle, large, ...fullLevel(picture.pixels)])];
  const faces = await detector.detect(levels, () => assertLive(call));
  return computeSignals(picture, large, faces);
}
