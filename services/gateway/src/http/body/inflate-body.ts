import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { AppError } from '@imagesearch/service-kit/errors';
import { bodyTooLarge, type BodyLimit } from './body-limit.js';

/** JSON and base64 compress to about a half; a body that expands more than this is an attack. */
const RATIO_MAX = 10;
/** A short body may expand more. */
const ALWAYS_ALLOWED_BYTES = 16 * 1024;

export type Inflate = (compressed: Buffer, limit: BodyLimit) => Promise<Buffer>;

const DECODERS: Readonly<
  Record<string, (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>
> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** @throws AppError `content_type_unsupported` for an unsupported encoding. */
export function inflaterFor(contentEncoding: string): Inflate {
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
