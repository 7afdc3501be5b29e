import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import type { BodyShare } from './body-budget.js';
import { bodyTooLarge, type BodyLimit } from './body-limit.js';

const FIRST_BYTES = 16 * 1024;
/** Each chunk costs the same to receive, so a body in more chunks than this must have larger ones. */
const SMALL_CHUNKS_MAX = 1_024;
const CHUNK_BYTES_MIN = 256;
const CUT_OFF_MS = 1_000;
/** How long and how much of a refused body is still read, so that its sender can read the answer. */
const LINGER_MS = 10_000;
const LINGER_BYTES_MAX = 16 * 1024 * 1024;

/**
 * The bytes of a body as sent.
 * @throws AppError `body_too_large` as soon as the announced or received size exceeds the limit; `request_malformed` for
 * chunks of a few bytes; `overloaded` when all bodies together are too large; `cancelled`.
 */
export async function readBody(
  request: IncomingMessage,
  limit: BodyLimit,
  share: BodyShare,
): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytesMax) {
    void discardRest(request);
    throw bodyTooLarge(limit);
  }
  // One buffer that doubles: a list would hold an object per chunk, and a chunk may be one byte long.
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  await receive(request, (chunk) => {
    const needed = length + chunk.byteLength;
    if (needed > limit.bytesMax) {
      void discardRest(request);
      throw bodyTooLarge(limit);
    }
    if (needed > bytes.byteLength) {
      const size = Math.max(needed, 2 * bytes.byteLength);
      holdOrDiscard(share, size, request);
      bytes = grown(bytes, length, size);
    }
    chunk.copy(bytes, length);
    length = needed;
  });
  return bytes.subarray(0, length);
}

function holdOrDiscard(share: BodyShare, bytes: number, request: IncomingMessage): void {
  try {
    share.growTo(bytes);
  } catch (error) {
    void discardRest(request);
    throw error;
  }
}

function grown(bytes: Buffer, length: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger, 0, 0, length);
  return larger;
}

/** Passes chunks to `onChunk` until the body ends or `onChunk` throws. */
function receive(request: IncomingMessage, onChunk: (chunk: Buffer) => void): Promise<void> {
  let chunks = 0;
  let length = 0;
  return new Promise((resolve, reject) => {
    const onData = (chunk: Buffer): void => {
      chunks += 1;
      length += chunk.byteLength;
      try {
        onChunk(chunk);
        if (chunks > SMALL_CHUNKS_MAX && length < chunks * CHUNK_BYTES_MIN) refuseSmallChunks(request);
      } catch (error) {
        stop();
        reject(toAppError(error));
      }
    };
    const forget = finished(request, { writable: false }, (error) => {
      stop();
      if (error) reject(new AppError('cancelled', 'The request was cancelled.', { cause: error }));
      else resolve();
    });
    const stop = (): void => {
      request.off('data', onData);
      forget();
    };
    request.on('data', onData);
  });
}

/** Reading the rest costs as much as accepting it, so the connection ends once the answer had time to leave. */
function refuseSmallChunks(request: IncomingMessage): never {
  request.pause();
  setTimeout(() => request.socket.destroy(), CUT_OFF_MS).unref();
  throw new AppError('request_malformed', 'The body is sent in chunks of a few bytes.');
}

/** Otherwise Node resets the connection while the sender still writes, and the answer is lost. */
async function discardRest(request: IncomingMessage): Promise<void> {
  const { socket } = request;
  const cutOff = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  let discarded = 0;
  try {
    await receive(request, (chunk) => {
      discarded += chunk.byteLength;
      if (discarded > LINGER_BYTES_MAX) socket.destroy();
    });
  } catch {
    // The sender disconnected or was cut off.
  } finally {
    clearTimeout(cutOff);
  }
}
