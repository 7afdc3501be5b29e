import type { Request } from 'express';

/** `length` bytes from `offset` on; without an offset the last ones, without a length all that follow. */
export interface ByteRange {
  offset?: number;
  length?: number;
}

export interface RangeOfFile {
  range: ByteRange;
  /** The range counts for the file of this strong validator alone. */
  ifEtag: string | undefined;
}

const ONE_RANGE = /^bytes=(?:(?<first>\d{1,15})-(?<last>\d{1,15})?|-(?<suffix>\d{1,15}))$/i;
const STRONG_ETAG = /^"[\x21\x23-\x7e]*"$/;

/**
 * The part of a file that a GET asks for (RFC 9110, section 14.2). Undefined means the whole: several ranges, other units
 * and what cannot be read are passed over, as is a range bound to a date or a weak validator, which we never give.
 */
export function rangeOf(request: Pick<Request, 'method' | 'get'>): RangeOfFile | undefined {
  const range = request.method === 'GET' ? parseRange(request.get('Range') ?? '') : undefined;
  const ifRange = request.get('If-Range');
  if (range === undefined || (ifRange !== undefined && !STRONG_ETAG.test(ifRange))) return undefined;
  return { range, ifEtag: ifRange };
}

function parseRange(header: string): ByteRange | undefined {
  const { first, last, suffix } = ONE_RANGE.exec(header.trim())?.groups ?? {};
  if (suffix !== undefined) return { length: Number(suffix) };
  if (first === undefined) return undefined;
  const offset = Number(first);
  if (last === undefined) return { offset };
  return Number(last) < offset ? undefined : { offset, length: Number(last) - offset + 1 };
}
