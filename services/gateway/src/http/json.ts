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

/** @throws AppError `invalid_request` or `body_too_large` above the bounds; `json_invalid` when it is not UTF-8. */
export function decodeJson(bytes: Buffer): string {
  refuseExcess(bytes);
  try {
    // Drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw jsonInvalid(error);
  }
}

/** An empty body is an object without fields. @throws AppError `json_invalid` */
export function parseJson(text: string): unknown {
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw jsonInvalid(error);
  }
}

function jsonInvalid(cause: unknown): AppError {
  return new AppError('json_invalid', 'The body is not valid JSON.', { cause });
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
  /** A field of the outermost object whose text may be as long as the body if it is ASCII. */
  longField: string;
}

type JsonExcess = 'depth' | 'values' | 'text_bytes';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** The first bound that a JSON text exceeds, or null. One linear pass that does not parse: invalid JSON may pass. */
export function jsonExcess(json: Buffer, bounds: JsonBounds): JsonExcess | null {
  const longField = Buffer.from(bounds.longField);
  let depth = 0;
  let values = 1;
  let longBytes = 0;
  let lastText = json.subarray(0, 0);
  let isFieldValue = false;
  for (let at = 0; at < json.byteLength; at += 1) {
    if (at - longBytes >= bounds.textBytesMax) return 'text_bytes';
    switch (json[at]) {
      case QUOTE: {
        const isLongField = depth === 1 && isFieldValue && lastText.equals(longField);
        const text = textFrom(json, at + 1, bounds.textBytesMax);
        if (isLongField && text.isPlain) longBytes += text.end - at;
        lastText = json.subarray(at + 1, text.end);
        isFieldValue = false;
        at = text.end;
        break;
      }
      case COLON:
        isFieldValue = true;
        break;
      case COMMA:
        values += 1;
        isFieldValue = false;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_ARRAY:
      case CLOSE_OBJECT:
        depth -= 1;
        break;
      default:
    }
    if (depth > bounds.depthMax) return 'depth';
    if (values > bounds.valuesMax) return 'values';
  }
  return json.byteLength - longBytes > bounds.textBytesMax ? 'text_bytes' : null;
}

interface Text {
  /** Index of the closing quote; the length of the body without one. */
  end: number;
  /** ASCII without an escaped quote, as the long field requires. */
  isPlain: boolean;
}

/** @param slowBytesMax How much of a text with an escaped quote is read. */
function textFrom(json: Buffer, start: number, slowBytesMax: number): Text {
  const quote = json.indexOf(QUOTE, start);
  if (quote === -1) return { end: json.byteLength, isPlain: false };
  if (json[quote - 1] !== BACKSLASH) {
    return { end: quote, isPlain: isAscii(json.subarray(start, quote)) };
  }
  // Whether that backslash is itself escaped is known only from the start of the text.
  const readTo = Math.min(json.byteLength, start + slowBytesMax);
  let end = start;
  while (end < readTo && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return { end: end < readTo ? end : json.byteLength, isPlain: false };
}
