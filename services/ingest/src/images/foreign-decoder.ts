import { join } from 'node:path';
import { Piscina } from 'piscina';
import { AssetFault } from '../pipeline/asset-fault.js';

/** A thread starts from a built file, also where this module runs from its source. */
const THREAD = join(import.meta.dirname, '../../dist/decoder-thread.js');
const DECODE_TIMEOUT_MS = 30_000;

export interface DecodeTask {
  format: 'heic' | 'jxl' | 'bmp';
  bytes: Uint8Array;
  pixelsMax: number;
}

/** Pixels, four bytes each; or a PNG. */
export type DecodedImage =
  | { width: number; height: number; rgba: Uint8Array | Uint8ClampedArray; isOpaque: boolean }
  | { png: Uint8Array };

/** One image at a time. The thread ends with its memory when it has nothing to do. */
let thread: Piscina<DecodeTask, DecodedImage> | undefined;

/**
 * Decodes a format that libvips does not read, in a thread that is stopped when it takes too long.
 * @throws AssetFault
 */
export async function decodeForeign(task: DecodeTask, signal: AbortSignal): Promise<DecodedImage> {
  thread ??= new Piscina({ filename: THREAD, minThreads: 0, maxThreads: 1, recordTiming: false });
  const late = AbortSignal.timeout(DECODE_TIMEOUT_MS);
  try {
    return await thread.run(task, { signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted)
      throw new AssetFault(`the image takes longer than ${DECODE_TIMEOUT_MS / 1000} s to decode`);
    throw new AssetFault(`the image cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

/** Decoders that are compiled from Rust throw texts. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
