import { join } from 'node:path';
import type { DualEncoderProfile, TextEncoderModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { Piscina } from 'piscina';
import type { TextEncoder } from '../../domain/encoders.js';

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = join(import.meta.dirname, '../../../dist/text-encoder-thread.js');

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
  const thread = new Piscina<readonly string[], Float32Array[]>({
    filename: THREAD,
    workerData: encoder,
    minThreads: 1,
    maxThreads: 1,
    recordTiming: false,
  });
  try {
    // Answered once the model is open.
    await thread.run(['warm']);
  } catch (error) {
    await thread.destroy();
    throw error;
  }
  return { embed: (texts) => thread.run(texts), close: () => thread.close() };
}
