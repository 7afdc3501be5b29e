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
  close(): void;
}

/** Longest edge at which faces of middling size fill enough of the detector's window. */
const MIDDLE_EDGE_PX = 256;

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
    close: () => {
      pictures.close();
      tower.close();
    },
  };
}

async function signalsOf(picture: Picture, detector: FaceDetector, call: CallContext): Promise<Signals> {
  const large = await shrinkTo(picture.pixels, SIGNAL_EDGE_PX);
  const middle = await shrinkTo(large, MIDDLE_EDGE_PX);
  const small = await shrinkTo(middle, DETECTOR_EDGE_PX);
  assertLive(call);
  // A picture that is already as small as the next level has nothing more to show there.
  const levels = [small, middle, large].filter((level, at, all) => level !== all[at - 1]);
  const faces = await detector.detect(levels, () => assertLive(call));
  return computeSignals(picture, large, faces);
}
