import { join } from 'node:path';
import type { DualEncoderProfile, TextEncoderModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { Piscina } from 'piscina';
import type { TextEncoder } from '../../domain/encoders.js';
import type { MeasuredImage, SignalReader, SignalTask } from '../../domain/signals/signals.js';

/** A thread starts from a built file, also where this module runs from its source. */
const BUILT = join(import.meta.dirname, '../../../dist');

/** The text tower of a dual encoder, or a text encoder. */
export type EncoderInThread = { session: SessionSettings } & (
  | { tower: Pick<DualEncoderProfile, 'files' | 'text'>; encoder?: undefined }
  | { encoder: TextEncoderModel; tower?: undefined }
);

/**
 * Opens an encoder of texts in a thread of its own, so that other work of the process goes on while it runs. A thread that dies
 * fails its texts, and is replaced for the next ones.
 * @throws what opening the model throws.
 */
export async function openTextEncoderInThread(encoder: EncoderInThread): Promise<TextEncoder> {
  const thread = openThread<readonly string[], Float32Array[]>('text-encoder-thread.js', encoder);
  // One that takes the place of a thread that could not start has no text to fail.
  thread.on('error', () => undefined);
  try {
    // Answered once the model is open.
    await thread.run(['warm']);
  } catch (error) {
    await thread.destroy();
    throw error;
  }
  return { embed: (texts) => thread.run(texts), close: () => thread.close() };
}

/** Only ingestion asks for signals. The thread holds 50 MiB, and another one is there in half a second. */
const IDLE_TIMEOUT_MS = 10_000;

/**
 * Reads signals in a separate thread, one image after another. A thread that dies fails its image and is replaced; one that
 * has nothing to do ends.
 */
export function openSignalReader(faceDetectorPath: string, idleTimeoutMs = IDLE_TIMEOUT_MS): SignalReader {
  let thread: SignalThread | undefined;
  let timer: NodeJS.Timeout | undefined;
  let reading = 0;
  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const ended = thread;
    thread = undefined;
    await ended?.pool.close();
  };
  const open = (): SignalThread => {
    const pool = openThread<SignalTask, MeasuredImage>('signals-thread.js', faceDetectorPath);
    const opened: SignalThread = { pool, failure: undefined };
    // A thread that cannot start fails its image. The one that takes its place has none to fail: the next image opens another.
    pool.on('error', (error: Error) => {
      opened.failure = error;
      if (thread === opened) thread = undefined;
      void pool.destroy();
    });
    return opened;
  };
  return {
    read: async (task) => {
      clearTimeout(timer);
      const used = (thread ??= open());
      reading += 1;
      try {
        return await used.pool.run(task);
      } catch (error) {
        // To an image that still waits, Piscina says only that its thread ended.
        throw used.failure ?? error;
      } finally {
        reading -= 1;
        if (reading === 0) timer = setTimeout(() => void end(), idleTimeoutMs).unref();
      }
    },
    close: end,
  };
}

interface SignalThread {
  pool: Piscina<SignalTask, MeasuredImage>;
  /** Why it could not start. */
  failure: Error | undefined;
}

function openThread<Task, Result>(file: string, workerData: unknown): Piscina<Task, Result> {
  return new Piscina<Task, Result>({
    filename: join(BUILT, file),
    workerData,
    // Piscina's own idle threads fail no task when they cannot start.
    minThreads: 1,
    maxThreads: 1,
    recordTiming: false,
  });
}
