import { readLocalFile } from '#local-file';
import { ImageSearchError } from '../errors.js';

/**
 * An example image: bytes (a `Buffer` is a `Uint8Array`, a `File` is a `Blob`), a local file as `{ path }`, or an address.
 * The service fetches an `https:` address itself; the client reads `data:` and `blob:`.
 */
export type ImageInput = Blob | ArrayBuffer | Uint8Array | { path: string | URL } | URL | string;

/** Limits of the contract on an image. */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
/** Of an image that is added. */
const UPLOAD_BYTES_MAX = 25 * 1024 * 1024;
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
  return {
    image_base64: await checkedBase64(
      await blobOf(image, canShrink() ? SHRINKABLE_BYTES_MAX : IMAGE_BYTES_MAX),
    ),
  };
}

/**
 * An image that is to be stored, as it is. @throws ImageSearchError `image_too_large`, `image_unreadable` or
 * `path_unsupported`, before anything is sent.
 */
export async function wholeImage(image: Exclude<ImageInput, string | URL>): Promise<string> {
  const blob = await blobOf(image, UPLOAD_BYTES_MAX);
  if (blob.size > UPLOAD_BYTES_MAX) throw tooLarge(blob.size, UPLOAD_BYTES_MAX);
  return toBase64(new Uint8Array(await blob.arrayBuffer()));
}

async function blobAt(
  address: string,
  fetcher: typeof fetch,
  signal: AbortSignal | undefined,
): Promise<Blob> {
  try {
    return await (await fetcher(address, signal ? { signal } : {})).blob();
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreadable(cause);
  }
}

async function blobOf(image: Exclude<ImageInput, string | URL>, bytesMax: number): Promise<Blob> {
  if (image instanceof Blob) return image;
  if ('path' in image) return new Blob([await readLocalFile(image.path, bytesMax)]);
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

function tooLarge(bytes: number, bytesMax = IMAGE_BYTES_MAX): ImageSearchError {
  return new ImageSearchError(`The image has ${bytes} bytes; ${bytesMax} are allowed.`, {
    type: 'image_too_large',
  });
}

function unreadable(cause: unknown): ImageSearchError {
  return new ImageSearchError('The image cannot be read.', { type: 'image_unreadable', cause });
}

/** More than any model of the service looks at. */
const EDGE_PX = 1_536;
const QUALITY = 0.9;

/** Whether this platform can decode, scale and encode images: browsers can, Node cannot. */
function canShrink(): boolean {
  return typeof createImageBitmap === 'function' && typeof OffscreenCanvas === 'function';
}

/** The image as a JPEG of at most 1,536 pixels on the longest edge, on white. @throws when it cannot be decoded. */
async function shrink(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image);
  try {
    const scale = Math.min(1, EDGE_PX / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This platform has no 2D canvas.');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
  } finally {
    bitmap.close();
  }
}

/** Format and size of an image, from its first bytes. */
interface ImageHeader {
  format: 'jpeg' | 'png' | 'webp';
  /** Null when the header is damaged; the service then names the fault. */
  size: { width: number; height: number } | null;
}

/** Undefined when the bytes are not a JPEG, PNG or WebP image. */
function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const read = formatOf(view);
  if (!read) return undefined;
  try {
    return { format: read.format, size: read.size(view) };
  } catch {
    // The image ends within its header.
    return { format: read.format, size: null };
  }
}

type Size = ImageHeader['size'];

function formatOf(
  view: DataView,
): { format: ImageHeader['format']; size: (view: DataView) => Size } | undefined {
  if (view.byteLength < 12) return undefined;
  if (view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a)
    return { format: 'png', size: pngSize };
  if (view.getUint16(0) === 0xffd8 && view.getUint8(2) === 0xff) return { format: 'jpeg', size: jpegSize };
  // "RIFF" and "WEBP".
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250)
    return { format: 'webp', size: webpSize };
  return undefined;
}

function pngSize(view: DataView): Size {
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

/** Walks the segments to the frame header (SOF0 to SOF15, without the tables DHT, JPG and DAC). */
function jpegSize(view: DataView): Size {
  let at = 2;
  for (;;) {
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint16(at);
    if (marker >= 0xffc0 && marker <= 0xffcf && marker !== 0xffc4 && marker !== 0xffc8 && marker !== 0xffcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    if (marker < 0xff00 || marker === 0xffda) return null;
    at += 2 + view.getUint16(at + 2);
  }
}

/** The three forms of WebP: lossy `VP8 `, lossless `VP8L`, extended `VP8X`. */
function webpSize(view: DataView): Size {
  switch (view.getUint32(12)) {
    case 0x56503820:
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858:
      return {
        width: 1 + view.getUint16(24, true) + (view.getUint8(26) << 16),
        height: 1 + view.getUint16(27, true) + (view.getUint8(29) << 16),
      };
    default:
      return null;
  }
}

const CHUNK_BYTES = 0x8000;

/** Base64 on every platform; the chunks keep the argument list within the limits of all engines. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}
