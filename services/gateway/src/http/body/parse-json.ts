import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { TEXT_BYTES_MAX, textTooLarge } from './body-limit.js';
import { jsonExcess, type JsonBounds } from './json-excess.js';

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
