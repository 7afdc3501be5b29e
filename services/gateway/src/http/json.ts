import { isAscii } from 'node:buffer';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { TEXT_BYTES_MAX, textTooLarge } from './body-limit.js';

/** Bodies of the contract have at most three levels and about 150 values. */
const JSON_BOUNDS: JsonBounds = {
  depthMax: 16,
  valuesMax: 1_000,
  textBytesMax: TEXT_BYTES_MAX,
  longField: 'image_base64',
};

/**
 * An empty body is an object without fields.
 * @throws AppError `invalid_request` or `body_too_large` above the bounds; `json_invalid`, also when it is not UTF-8.
 */
export function parseJson(bytes: Buffer): unknown {
  refuseExcess(bytes);
  try {
    // Drops a byte order mark.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw new AppError('json_invalid', 'The body is not valid JSON.', { cause: error });
  }
}

function refuseExcess(bytes: Buffer): void {
  const { depthMax, valuesMax } = JSON_BOUNDS;
  switch (jsonExcess(bytes, JSON_BOUNDS)) {
    case 'depth':
      throw invalid({
        loc: ['body'],
        msg: `The body is nested deeper than ${depthMax} levels.`,
        type: 'json_too_deep',
        ctx: { depth_max: depthMax },
      });
    case 'values':
      throw invalid({
        loc: ['body'],
        msg: `The body has more than ${valuesMax} values.`,
        type: 'json_too_many_values',
        ctx: { values_max: valuesMax },
      });
    case 'text_bytes':
      throw textTooLarge();
    case null:
  }
}

/** Bounds that are checked before JSON is parsed. */
export interface JsonBounds {
  /** Nesting of objects and arrays. */
  depthMax: number;
  /** Fields, items of arrays, objects and arrays, all levels together. */
  valuesMax: number;
  /** Bytes outside of the long field. */
  textBytesMax: number;
  /** A field whose text may be as long as the body if it is ASCII. */
  longField: string;
}

type JsonExcess = 'depth' | 'values' | 'text_bytes';

/** A text, or a sign that opens, closes or separates values. */
const TOKEN = /"(?:[^"\\]+|\\.)*"?|[[\]{},]/gs;

/** The first bound that a JSON text exceeds, or null. It does not parse: invalid JSON may pass. */
export function jsonExcess(json: Buffer, bounds: JsonBounds): JsonExcess | null {
  const { depthMax, valuesMax, textBytesMax } = bounds;
  const { start, end } = longTextIn(json, bounds);
  const before = json.toString('latin1', 0, Math.min(start, textBytesMax));
  const after = json.toString('latin1', end, end + textBytesMax);
  let depth = 0;
  let values = 1;
  for (const [token] of (before + after).matchAll(TOKEN)) {
    const opens = token === '[' || token === '{';
    if (opens) depth += 1;
    else if (token === ']' || token === '}') depth -= 1;
    if (opens || token === ',') values += 1;
    if (depth > depthMax) return 'depth';
    if (values > valuesMax) return 'values';
  }
  return json.byteLength - (end - start) > textBytesMax ? 'text_bytes' : null;
}

/** Where the text of the long field is: ASCII without an escaped quote. Empty without one. */
function longTextIn(json: Buffer, { longField, textBytesMax }: JsonBounds): { start: number; end: number } {
  const none = { start: json.byteLength, end: json.byteLength };
  const field = new RegExp(`"${longField}"\\s*:\\s*"`).exec(json.toString('latin1', 0, textBytesMax));
  if (field === null) return none;
  const start = field.index + field[0].length;
  const end = json.indexOf('"', start);
  const isPlain = end > start && json[end - 1] !== BACKSLASH && isAscii(json.subarray(start, end));
  return isPlain ? { start, end } : none;
}

const BACKSLASH = 0x5c;
