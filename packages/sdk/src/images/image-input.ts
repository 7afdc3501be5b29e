import { readLocalFile } from '#local-file';
import { ImageSearchError } from '../errors.js';
import { toBase64 } from './base64.js';
import { readImageHeader } from './image-header.js';
import { canShrink, shrink } from './shrink.js';

/**
 * An example image: bytes (a `Buffer` is a `Uint8Array`, a `File` is a `Blob`), a local file as `{ path }`, or an address.
 * The service fetches an `https:` address itself; the client reads `data:` and `blob:`.
 */
export type ImageInput = Blob | ArrayBuffer | Uint8Array | { path: string | URL } | URL | string;

/** Limits of the contract on an image. */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const PIXELS_MAX = 20_000_000;
const EDGE_MAX_PX = 65_535;
/** What is read in order to be downscaled. */
const SHRINKABLE_BYTES_MAX = 64 * 1024 * 1024;

/**
 * The field of a request body that carries the image. An image above a limit is downscaled where the platform can.
 * @throws ImageSearchError `image_format`, `image_too_large`, `image_too_many_pixels`, `image_unreadable` or
 * `path_unsupported`, before anything is sent.
 */
export async function imageField(
  image: ImageInput,
  fetcher: typeof fetch,
  signal: AbortSignal | undefined,
): Promise<{ image_url: string } | { image_base64: string }> {
  if (typeof image === 'string' || image instanceof URL) {
    const address = String(image);
    if (/^https?:/i.test(address)) return { image_url: address };
    if (!/^(data|blob):/i.test(address)) {
      throw new ImageSearchError('An image is read from a path as { path }.', { type: 'options_invalid' });
    }
    return { image_base64: await checkedBase64(await blobAt(address, fetcher, signal)) };
  }
  return { image_base64: await checkedBase64(await blobOf(image)) };
}

async function blobAt(address: string, fetcher: typeof fetch, signal: AbortSignal | undefined): Promise<Blob> {
  try {
    return await (await fetcher(address, signal ? { signal } : {})).blob();
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreadable(cause);
  }
}

async function blobOf(image: Exclude<ImageInput, string | URL>): Promise<Blob> {
  if (image instanceof Blob) return image;
  if ('path' in image) {
    const bytesMax = canShrink() ? SHRINKABLE_BYTES_MAX : IMAGE_BYTES_MAX;
    return new Blob([await readLocalFile(image.path, bytesMax)]);
  }
  return new Blob([image as ArrayBuffer | Uint8Array<ArrayBuffer>]);
}

async function checkedBase64(image: Blob): Promise<string> {
  // Nothing larger is read into memory.
  if (image.size > SHRINKABLE_BYTES_MAX) throw tooLarge(image.size);
  const bytes = new Uint8Array(await image.arrayBuffer());
  const fault = faultOf(bytes);
  if (!fault) return toBase64(bytes);
  if (!canShrink()) throw fault;
  const smaller = await shrink(image).catch(() => {
    throw fault;
  });
  return toBase64(new Uint8Array(await smaller.arrayBuffer()));
}

function faultOf(bytes: Uint8Array): ImageSearchError | undefined {
  const header = readImageHeader(bytes);
  if (!header) {
    return new ImageSearchError('The image is not a JPEG, PNG or WebP file.', { type: 'image_format' });
  }
  if (bytes.byteLength > IMAGE_BYTES_MAX) return tooLarge(bytes.byteLength);
  const { width = 0, height = 0 } = header.size ?? {};
  if (width * height <= PIXELS_MAX && Math.max(width, height) <= EDGE_MAX_PX) return undefined;
  return new ImageSearchError(
    `The image has ${width} × ${height} pixels; 20 megapixels and edges of 65,535 pixels are allowed.`,
    { type: 'image_too_many_pixels' },
  );
}

function tooLarge(bytes: number): ImageSearchError {
  return new ImageSearchError(`The image has ${bytes} bytes; ${IMAGE_BYTES_MAX} are allowed.`, {
    type: 'image_too_large',
  });
}

function unreadable(cause: unknown): ImageSearchError {
  return new ImageSearchError('The image cannot be read.', { type: 'image_unreadable', cause });
}
