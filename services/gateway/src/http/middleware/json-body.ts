import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { BodyLimit } from '../body/body-limit.js';
import { inflaterFor } from '../body/inflate-body.js';
import { decodeJson, parseJson } from '../body/parse-json.js';
import { readBody } from '../body/read-body.js';

/** Each step of a larger body runs in a separate turn of the event loop. */
const LONG_BYTES = 256 * 1024;

/** Checks the size while it receives and decompresses, and depth and number of values before it parses. */
export function jsonBody(limitOf: (response: Response) => BodyLimit): RequestHandler {
  return async (request, response, next) => {
    requireJson(request);
    const inflate = inflaterFor(request.get('Content-Encoding') ?? 'identity');
    const limit = limitOf(response);
    const bytes = await inflate(await readBody(request, limit), limit);
    const isLong = bytes.byteLength > LONG_BYTES;
    const text = decodeJson(bytes);
    if (isLong) await nextTurn();
    request.body = parseJson(text);
    if (isLong) await nextTurn();
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
