import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { invalid } from '@imagesearch/service-kit/errors';

const LOC = ['body', 'image_base64'];
/** Bounded, since what comes after it may be millions of characters of the same kind. */
const DATA_URL_PREFIX = /^data:[a-z0-9.+/-]{0,127};base64,/i;

const MIB = 1024 * 1024;

const SYMBOL = 1;
const BLANK = 2;
const PADDING = 3;
/** What each ASCII character is in base64, in the alphabets with `+/` and with `-_`; 0 for what is in neither. */
const KINDS = kindsOfCharacters();

/**
 * Accepts a data-URL prefix, the url-safe alphabet, missing padding and white space.
 * @throws AppError `invalid_request`
 */
export function decodeImageBase64(text: string, bytesMax = QUERY_IMAGE_BYTES_MAX): Buffer {
  const coded = text.slice(DATA_URL_PREFIX.exec(text)?.[0].length ?? 0);
  const bytes = Buffer.from(coded, 'base64');
  if (!isBase64Of(bytes, coded)) {
    throw invalid({ loc: LOC, msg: 'This is not base64.', type: 'base64_invalid' });
  }
  if (bytes.byteLength > bytesMax) {
    throw invalid({
      loc: LOC,
      msg: `The image is larger than ${bytesMax / MIB} MiB.`,
      type: 'image_too_large',
      ctx: { bytes: bytes.byteLength, bytes_max: bytesMax },
    });
  }
  return bytes;
}

/** The decoder passes over what is not base64. It passed over nothing where the lengths agree, or over white space only. */
function isBase64Of(bytes: Buffer, coded: string): boolean {
  const isWhole = (symbols: number): boolean =>
    symbols > 0 && symbols % 4 !== 1 && Math.floor((symbols * 3) / 4) === bytes.byteLength;
  const padding = coded.endsWith('==') ? 2 : Number(coded.endsWith('='));
  return isWhole(coded.length - padding) || isWhole(countSymbols(coded));
}

/**
 * How many characters carry bits; 0 when it is not base64. A loop, because regular expressions take many times as long.
 */
function countSymbols(coded: string): number {
  let symbols = 0;
  let padding = 0;
  for (let at = 0; at < coded.length; at += 1) {
    const kind = KINDS[coded.charCodeAt(at)];
    if (kind === SYMBOL && padding === 0) symbols += 1;
    else if (kind === PADDING) padding += 1;
    else if (kind !== BLANK) return 0;
  }
  return padding > 2 ? 0 : symbols;
}

function kindsOfCharacters(): Uint8Array {
  const kinds = new Uint8Array(128);
  const mark = (characters: string, kind: number): void => {
    for (const character of characters) kinds[character.charCodeAt(0)] = kind;
  };
  mark('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_', SYMBOL);
  mark(' \t\n\v\f\r', BLANK);
  mark('=', PADDING);
  return kinds;
}
