import { assertLive } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { DecodeImage } from '../../domain/image-tools.js';
import { decodeImage } from './decode-image.js';

/** As many as libuv has threads. A decode that waits inside libuv cannot be cancelled any more. */
const DECODES_AT_ONCE = 4;

/**
 * Decodes a few images at once.
 * @throws AppError `cancelled` or `deadline_exceeded`, and the errors of `decodeImage`.
 */
export function createBoundedDecode(decode = decodeImage, atOnce = DECODES_AT_ONCE): DecodeImage {
  const semaphore = createSemaphore(atOnce);
  return (bytes, call) =>
    semaphore.run(() => {
      assertLive(call);
      return decode(bytes, call.deadlineAt - Date.now());
    }, call);
}
