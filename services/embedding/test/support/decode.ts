import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createImageDecoder } from '../../src/adapters/images/decode-image.js';
import type { Image } from '../../src/domain/image.js';

const decoder = createImageDecoder();

/** As the service decodes it, in a process that ends with the test. */
export function decodeImage(bytes: Uint8Array): Promise<Image> {
  return decoder.decode(bytes, detachedCall(30_000));
}
