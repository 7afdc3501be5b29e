import { join } from 'node:path';
import type { TextModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { Piscina } from 'piscina';
import type { TextEncoder } from '../../domain/encoders.js';
import type { MeasuredImage, SignalReader, SignalTask } from '../../domain/signals/signals.js';

/** A thread starts from a built file, also where this module runs from its source. */
const BUILT = join(import.meta.dirname, '../../../dist');

export interface EncoderInThread {
  model: Omit<TextModel, 'dimensions'>;
  session: SessionSettings;
}

/**
 * Opens an encoder of texts in a thread of its own, so that other work of the process goes on while it runs. A thread that dies
 * fails its texts, and is replaced for the next ones.
 * @throws what opening the model throws.
 */
export async function openTextEncoderInThread(encoder: EncoderInThread): Promise<TextEncoder> {
  const thread = openThread<readonly string[], Float32Array[]>('text-encoder-thread.js', encoder);
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
  const thread = openThread<SignalTask, MeasuredImage>('signals-thread.js', faceDetectorPath, {
    minThreads: 0,
    idleTimeout: idleTimeoutMs,
  });
  return { read: (task) => thread.run(task), close: () => thread.close() };
}

function openThread<Task, Result>(
  file: string,
  workerData: unknown,
  options: { minThreads: number; idleTimeout?: number } = { minThreads: 1 },
): Piscina<Task, Result> {
  const thread = new Piscina<Task, Result>({
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
