import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import type { FetchImage } from './fetch-image.js';
import { decodeImageBase64 } from './image-base64.js';
import { parseImageUrl } from './image-url.js';

/** The caller's image, and the field of the request that holds it. */
export interface ReferenceImage {
  field: 'image_base64' | 'image_url';
  load: (call: CallContext) => Promise<Buffer>;
}

/** Null without an image. An address is fetched when it is loaded. @throws AppError `invalid_request` */
export function referenceImageOf(
  body: { image_base64?: string | undefined; image_url?: string | undefined },
  fetchImage: FetchImage,
): ReferenceImage | null {
  if (body.image_base64 !== undefined) {
    const bytes = decodeImageBase64(body.image_base64);
    return { field: 'image_base64', load: () => Promise.resolve(bytes) };
  }
  if (body.image_url === undefined) return null;
  const url = parseImageUrl(body.image_url);
  return { field: 'image_url', load: (call) => fetchImage(url, call) };
}

/** A fault that the embedding service found in the image, under the field that the caller sent it in. */
export function locateImageFault(error: unknown, { field }: ReferenceImage): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_request') return error;
  const [issue] = error.issues;
  return issue?.loc[0] === 'image' ? invalid({ ...issue, loc: ['body', field] }) : error;
}
