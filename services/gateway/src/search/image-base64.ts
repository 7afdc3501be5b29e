import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { invalid } from '@imagesearch/service-kit/errors';

const LOC = ['body', 'image_base64'];
/** Bounded, since what comes after it may be millions of characters of the same kind. */
const DATA_URL_PREFIX = /^data:[a-z0-9.+/-]{0,127};base64,/i;

const MIB = 1024 * 1024;

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

/** The decoder passes over what is not base64. It passed over nothing but padding and white space where the lengths agree. */
function isBase64Of(bytes: Buffer, coded: string): boolean {
  const isWhole = (symbols: number): boolean =>
    symbols > 0 && symbols % 4 !== 1 && Math.floor((symbols * 3) / 4) === bytes.byteLength;
  const padding = coded.endsWith('==') ? 2 : Number(coded.endsWith('='));
  return isWhole(coded.length - padding) || isWhole(countSymbols(coded));
}

/** 0 with more padding than there may be. A loop, because regular expressions take many times as long. */
function countSymbols(coded: string): number {
  let symbols = 0;
  let padding = 0;
  for (let at = 0; at < coded.length; at += 1) {
    const code = coded.charCodeAt(at);
    if (code === EQUALS_SIGN) padding += 1;
    else if (!BLANKS.has(code)) symbols += 1;
  }
  return padding > 2 ? 0 : symbols;
}

const EQUALS_SIGN = 0x3d;
const BLANKS: ReadonlySet<number> = new Set(Buffer.from(' \t\n\v\f\r'));
