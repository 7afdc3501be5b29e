import {
  ImageOpener,
  type DecodedImage,
  type OpenedImage,
  type OpenLimits,
  type Statements,
  type StoredOptions,
} from '@imagesearch/image-files/open-image';
import { detachedCall } from '@imagesearch/service-kit/call-context';

/** A second one opens what is small while the first one has a large image. */
const PROCESSES = 2;
/**
 * Memory of a decoding process. A worker has 1.5 GiB, of which its own process takes up to 130 MiB, and a small image up to 400. The
 * decoder of AVIF reserves twice what it uses.
 */
const PROCESS_MIB = 848;
const OPEN_TIMEOUT_MS = 60_000;
const IDLE_MS = 10_000;
/** Longer than any queue of files in work. */
const WAIT_MS_MAX = 3_600_000;

let images: ImageOpener | undefined;

/** All that a collection stores of a file. @throws ImageFault */
export const openFile = (file: Buffer, options: StoredOptions, signal: AbortSignal): Promise<OpenedImage> =>
  withImages(signal, (opener, limits) => opener.stored(file, options, limits));

/** What a file and its Content Credentials say, without its pixels. @throws ImageFault */
export const readFile = (
  file: Buffer,
  options: Pick<StoredOptions, 'trustList'>,
  signal: AbortSignal,
): Promise<Statements> => withImages(signal, (opener, limits) => opener.said(file, options, limits));

/** The pixels of a stored file. @throws ImageFault */
export const openStored = (file: Buffer, signal: AbortSignal): Promise<DecodedImage> =>
  withImages(signal, (opener, limits) => opener.indexed(file, limits));

/** What runs when the signal is aborted is killed. */
async function withImages<Result>(
  signal: AbortSignal,
  open: (opener: ImageOpener, limits: OpenLimits) => Promise<Result>,
): Promise<Result> {
  const opener = (images ??= new ImageOpener({
    processes: PROCESSES,
    memoryMib: PROCESS_MIB,
    idleMs: IDLE_MS,
  }));
  const stop = (): void => opener.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await open(opener, { call: detachedCall(WAIT_MS_MAX, signal), timeoutMs: OPEN_TIMEOUT_MS });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
