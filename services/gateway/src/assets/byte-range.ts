/** `length` bytes from `offset` on; without an offset the last ones, without a length all that follow. */
export interface ByteRange {
  offset?: number;
  length?: number;
}

export interface RangeOfFile {
  range: ByteRange;
  /** When set, the range holds only for the file with this strong validator. */
  ifEtag: string | undefined;
}

/** Values of the headers `Range` and `If-Range`. */
export interface RangeHeaders {
  range: string | undefined;
  ifRange: string | undefined;
}

const ONE_RANGE = /^bytes=(?:(?<first>\d{1,15})-(?<last>\d{1,15})?|-(?<suffix>\d{1,15}))$/i;
const STRONG_ETAG = /^"[\x21\x23-\x7e]*"$/;

/** The part of a file that a GET asks for (RFC 9110, section 14.2); undefined means the whole file. */
export function rangeOf({ range: header, ifRange }: RangeHeaders): RangeOfFile | undefined {
  const range = parseRange(header ?? '');
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
