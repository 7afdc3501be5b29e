import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@imagesearch/service-kit/errors';
import { ERRORS } from './errors/catalogue.js';
import type { ErrorBody } from './schemas/error.js';

/** Error codes of Node for data that is not a readable request. */
const CODE_OF_FAULT: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A complete HTTP answer for a connection without a readable request. */
export function rawErrorAnswer(fault: string | undefined, requestId: string): string {
  const code = CODE_OF_FAULT[fault ?? ''] ?? 'request_malformed';
  const { status, meaning, loc = [] } = ERRORS[code];
  const body: ErrorBody = {
    detail: [{ loc: [...loc], msg: meaning, type: code, input: null, ctx: {} }],
    request_id: requestId,
  };
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}
