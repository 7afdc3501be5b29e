import { join } from 'node:path';
import { SHARE_ENV } from 'node:worker_threads';
import type { TextModel, VisionModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { Piscina } from 'piscina';
import type { EncodedImage, ImageEncoder, TextEncoder } from '../../domain/encoders.js';
import type { SizedPixels } from '../../domain/image.js';
import type { MeasuredImage, SignalReader } from '../../domain/signals/signals.js';

/** A thread starts from a built file, also where this module runs from its source. */
const BUILT = join(import.meta.dirname, '../../../dist');

export interface EncoderInThread {
  model: Omit<TextModel, 'dimensions'>;
  session: SessionSettings;
}

export interface VisionInThread {
  model: VisionModel;
  session: SessionSettings;
}

/** @throws what opening the model throws. */
export function openTextEncoderInThread(encoder: EncoderInThread): Promise<TextEncoder> {
  return openEncoder<string, Float32Array>('text-encoder-thread.js', encoder, 'warm');
}

/** @throws what opening the model throws. */
export function openImageEncoderInThread(vision: VisionInThread): Promise<ImageEncoder> {
  const pixels = { data: Uint8Array.of(128, 128, 128), width: 1, height: 1 };
  return openEncoder<SizedPixels, EncodedImage>('image-encoder-thread.js', vision, { ...pixels, pixels });
}

/**
 * Opens an encoder in a thread of its own, so that other work of the process goes on while it runs. A thread that dies fails its
 * items, and is replaced for the next ones.
 */
async function openEncoder<Item, Result>(file: string, workerData: unknown, warm: Item) {
  const thread = openThread<readonly Item[], Result[]>(file, workerData);
  try {
    // Answered once the model is open.
    await thread.run([warm]);
  } catch (error) {
    await thread.destroy();
    throw error;
  }
  return {
    embed: (items: readonly Item[]): Promise<Result[]> => thread.run(items),
    close: (): Promise<void> => thread.close(),
  };
}

/** Only ingestion asks for signals. The thread holds 50 MiB, and another one is there in half a second. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Reads signals in a separate thread, one image after another. A thread that dies fails its image and is replaced; one that
 * has nothing to do ends.
 */
export function openSignalReader(faceDetectorPath: string, idleTimeoutMs = IDLE_TIMEOUT_MS): SignalReader {
  const thread = openThread<SizedPixels, MeasuredImage>('signals-thread.js', faceDetectorPath, {
    minThreads: 0,
    idleTimeout: idleTimeoutMs,
  });
  return { read: (image) => thread.run(image), close: () => thread.close() };
}

function openThread<Task, Result>(
  file: string,
  workerData: unknown,
  options: { minThreads: number; idleTimeout?: number } = { minThreads: 1 },
): Piscina<Task, Result> {
  const thread = new Piscina<Task, Result>({
    // The runtime reads the environment of the process, where its module turns its telemetry off.
    env: SHARE_ENV,
    filename: join(BUILT, file),
    workerData,
    maxThreads: 1,
    recordTiming: false,
    ...options,
  });
  // A thread that ends while it has no task fails none; the next task starts another.
  thread.on('error', () => undefined);
  return thread;
}
