import express, { type RequestHandler } from 'express';
import { AppError, invalid } from '@imagesearch/service-kit/errors';

/** A picture of 5 MiB in base64 (6.7 MiB) and the rest of its body. */
export const BODY_BYTES_MAX = 8 * 1024 * 1024;
/** The deepest body of the contract has three levels. */
const DEPTH_MAX = 16;
/** How long a body that was refused may go on arriving, so that its sender gets to read the answer. */
const LINGER_MS = 10_000;

/** Reads a JSON body: refused by its type and its announced size before it is read, by its depth after. */
export const jsonBody: RequestHandler[] = [
  (request, _response, next) => {
    const [mediaType = ''] = (request.get('Content-Type') ?? '').split(';');
    if (mediaType.trim().toLowerCase() !== 'application/json') {
      throw new AppError('content_type_unsupported', 'Send the body as Content-Type: application/json.');
    }
    if (Number(request.get('Content-Length') ?? 0) > BODY_BYTES_MAX) {
      // No `Connection: close`: Node would reset the connection under a sender that is still writing.
      const cutOff = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
      request.once('end', () => clearTimeout(cutOff)).resume();
      throw bodyTooLarge();
    }
    next();
  },
  express.json({ limit: BODY_BYTES_MAX, strict: false, type: () => true }),
  (request, _response, next) => {
    if (isDeeperThan(DEPTH_MAX, request.body)) {
      throw invalid({
        loc: ['body'],
        msg: `The body is nested deeper than ${DEPTH_MAX} levels.`,
        type: 'json_too_deep',
        ctx: { depth_max: DEPTH_MAX },
      });
    }
    next();
  },
];

export function bodyTooLarge(): AppError {
  return new AppError('body_too_large', 'The body is larger than 8 MiB.', {
    ctx: { bytes_max: BODY_BYTES_MAX },
  });
}

/** Level by level, without recursion: what is measured may be as deep as a body is long. */
export function isDeeperThan(depthMax: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (depth === depthMax) return true;
      for (const child of Object.values(item)) below.push(child);
    }
    level = below;
  }
  return false;
}
