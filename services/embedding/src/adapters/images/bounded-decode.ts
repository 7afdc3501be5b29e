import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { Image } from '../../domain/image.js';
import { decodeImage } from './decode-image.js';

/** As many as libuv has threads. What waits inside libuv can no longer be taken back when its caller goes away. */
const DECODES_AT_ONCE = 4;

export type DecodeImage = (bytes: Uint8Array, call: CallContext) => Promise<Image>;

/**
 * Decodes a few images at once. One whose caller went away while it waited is never begun; one that runs has no more
 * time than its caller.
 * @throws AppError `cancelled` or `deadline_exceeded`, and what `decodePicture` throws.
 */
export function createBoundedDecode(decode = decodeImage, atOnce = DECODES_AT_ONCE): DecodeImage {
  const semaphore = createSemaphore(atOnce);
  return (bytes, call) =>
    semaphore.run(() => {
      assertLive(call);
      return decode(bytes, call.deadlineAt - Date.now());
    }, call);
}
