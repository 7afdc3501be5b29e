import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import { bodyTooLarge, TEXT_BYTES_MAX, type BodyLimit } from './body-limit.js';
import { parseJson } from './json.js';

/**
 * Checks the size while it receives and decompresses, and depth and number of values before it parses. The body counts in
 * the budget until its answer.
 */
export function jsonBody(budget: BodyBudget, limitOf: (response: Response) => BodyLimit): RequestHandler {
  return async (request, response, next) => {
    requireJson(request);
    const inflate = inflaterFor(request.get('Content-Encoding') ?? 'identity');
    const limit = limitOf(response);
    const share = budget.open();
    response.once('close', () => share.release());
    const sent = await readBody(request, limit, share).catch((error: unknown) => {
      // What is refused is held no longer, and the rest of it may take a while.
      share.release();
      throw error;
    });
    const bytes = await inflate(sent, limit);
    if (bytes !== sent) share.growTo(sent.byteLength + bytes.byteLength);
    request.body = parseJson(bytes);
    next();
  };
}

function requireJson(request: Request): void {
  const [mediaType = '', ...parameters] = (request.get('Content-Type') ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset);
  if (mediaType !== 'application/json' || !isUtf8) {
    throw new AppError(
      'content_type_unsupported',
      'Send the body as Content-Type: application/json, in UTF-8.',
    );
  }
}

const FIRST_BYTES = 16 * 1024;
/** Each chunk costs the same to receive, so a body in more chunks than this must have larger ones. */
const SMALL_CHUNKS_MAX = 1_024;
const CHUNK_BYTES_MIN = 256;
const CUT_OFF_MS = 1_000;
/** How long and how much of a refused body is read before its answer. */
const REST_MS_MAX = 20_000;
const REST_BYTES_MAX = 128 * 1024 * 1024;

/**
 * The bytes of a body as sent.
 * @throws AppError `body_too_large` as soon as the announced or received size exceeds the limit; `request_malformed` for
 * chunks of a few bytes; `overloaded` when all bodies together are too large; `cancelled`.
 */
async function readBody(request: IncomingMessage, limit: BodyLimit, share: BodyShare): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit.bytesMax) throw bodyTooLarge(limit);
  // One buffer that doubles: a list would hold an object per chunk, and a chunk may be one byte long.
  let bytes = Buffer.allocUnsafe(FIRST_BYTES);
  let length = 0;
  await receive(request, (chunk) => {
    const needed = length + chunk.byteLength;
    if (needed > limit.bytesMax) throw bodyTooLarge(limit);
    if (needed > bytes.byteLength) {
      const size = Math.max(needed, 2 * bytes.byteLength);
      share.growTo(size);
      bytes = grown(bytes, length, size);
    }
    chunk.copy(bytes, length);
    length = needed;
  });
  return bytes.subarray(0, length);
}

function grown(bytes: Buffer, length: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size);
  bytes.copy(larger, 0, 0, length);
  return larger;
}

/** Passes chunks to `onChunk` until the body ends, `onChunk` throws or the signal fires. */
function receive(
  request: IncomingMessage,
  onChunk: (chunk: Buffer) => void,
  signal = new AbortController().signal,
): Promise<void> {
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
    const forget = finished(request, { writable: false, signal }, (error) => {
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

/**
 * Reads and drops the rest of a refused body, within bounds. Many clients read nothing before they have written it all, and an
 * answer before that would reach them as a reset of their connection.
 * @returns whether the body has ended.
 */
export async function readRest(request: IncomingMessage): Promise<boolean> {
  const hasNone = request.headers['content-length'] === undefined && !request.headers['transfer-encoding'];
  if (hasNone || request.complete) return true;
  // Its sender is being cut off.
  if (request.destroyed || request.isPaused()) return false;
  let bytes = 0;
  const count = (chunk: Buffer): void => {
    bytes += chunk.byteLength;
    if (bytes > REST_BYTES_MAX) throw bodyTooLarge({ bytesMax: REST_BYTES_MAX });
  };
  return receive(request, count, AbortSignal.timeout(REST_MS_MAX)).then(
    () => true,
    () => false,
  );
}

/** JSON and base64 compress to about a half; a body that expands more than this is an attack. */
const RATIO_MAX = 10;
/** A short body may expand more. */
const ALWAYS_ALLOWED_BYTES = 16 * 1024;

type Inflate = (compressed: Buffer, limit: BodyLimit) => Promise<Buffer>;

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** @throws AppError `content_type_unsupported` for an unsupported encoding. */
function inflaterFor(contentEncoding: string): Inflate {
  const name = contentEncoding.trim().toLowerCase();
  if (name === 'identity') return (bytes) => Promise.resolve(bytes);
  const decode = Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined;
  if (!decode) {
    throw new AppError('content_type_unsupported', 'Send the body plain, or as gzip, deflate or br.');
  }
  return async (compressed, limit) => {
    const byRatio = Math.max(ALWAYS_ALLOWED_BYTES, RATIO_MAX * compressed.byteLength);
    const bytesMax = Math.min(limit.bytesMax, byRatio);
    try {
      return await decode(compressed, { maxOutputLength: bytesMax });
    } catch (error) {
      if (isTooLarge(error)) throw bodyTooLarge({ ...limit, bytesMax });
      throw new AppError('request_malformed', `The body is not ${name}.`, { cause: error });
    }
  };
}

function isTooLarge(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
}

/** What one request holds of the budget. */
interface BodyShare {
  /**
   * @param bytes That the request holds from now on, in all.
   * @throws AppError `overloaded` when the bodies of all requests would exceed the budget.
   */
  growTo(bytes: number): void;
  release(): void;
}

/**
 * Bounds the bytes of all long bodies in memory. A body counts as it arrives, so that slow senders hold what they have
 * sent and no more. Bodies without an image never count: images must not keep text searches out.
 */
export class BodyBudget {
  readonly #bytesMax: number;
  #held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  open(): BodyShare {
    let own = 0;
    return {
      growTo: (bytes) => {
        if (bytes <= TEXT_BYTES_MAX || bytes <= own) return;
        if (this.#held + bytes - own > this.#bytesMax) {
          throw new AppError('overloaded', 'Too many images are being received; try again shortly.');
        }
        this.#held += bytes - own;
        own = bytes;
      },
      release: () => {
        this.#held -= own;
        own = 0;
      },
    };
  }
}
