import { QUERY_IMAGE_BYTES_MAX } from '@imagesearch/facets/limits';
import { invalid } from '@imagesearch/service-kit/errors';

const LOC = ['body', 'image_base64'];
const DATA_URL_PREFIX = /^data:[a-z0-9.+/-]*;base64,/i;
/** Looks for one wrong character: matching millions of right ones would exhaust the stack of the expression. */
const OUTSIDE_ALPHABET = /[^A-Za-z0-9+/]/;

/**
 * The bytes of a picture sent as base64. A data-URL prefix, the url-safe alphabet, missing padding and white space
 * are accepted.
 * @throws AppError `invalid_request` for anything else, and above 5 MiB.
 */
export function decodeImageBase64(text: string): Buffer {
  const compact = text
    .replace(DATA_URL_PREFIX, '')
    .replace(/\s+/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/={1,2}$/, '');
  if (compact === '' || OUTSIDE_ALPHABET.test(compact) || compact.length % 4 === 1) {
    throw invalid({ loc: LOC, msg: 'This is not base64.', type: 'base64_invalid' });
  }
  const bytes = Buffer.from(compact, 'base64');
  if (bytes.byteLength > QUERY_IMAGE_BYTES_MAX) {
    throw invalid({
      loc: LOC,
      msg: 'The picture is larger than 5 MiB.',
      type: 'image_too_large',
      ctx: { bytes: bytes.byteLength, bytes_max: QUERY_IMAGE_BYTES_MAX },
    });
  }
  return bytes;
}
