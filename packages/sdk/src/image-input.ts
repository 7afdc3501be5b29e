import { ImageSearchError } from './errors.js';

/**
 * An example image: bytes (a `Buffer` is a `Uint8Array`, a `File` is a `Blob`), or an address. The service fetches an `https:`
 * address itself; a `data:` address holds the image.
 */
export type ImageInput = Blob | ArrayBuffer | Uint8Array | URL | string;

/** Limits of the contract on an image. */
const IMAGE_BYTES_MAX = 5 * 1024 * 1024;
const PIXELS_MAX = 20_000_000;
/** Of an image that is added. */
const UPLOAD_BYTES_MAX = 25 * 1024 * 1024;

/**
 * The field of a request body that carries the image. Where the platform decodes images, one that the service would refuse is
 * sent as a smaller JPEG.
 * @throws ImageSearchError `image_too_large` or `options_invalid`, before anything is sent.
 */
export async function imageField(
  image: ImageInput,
): Promise<{ image_url: string } | { image_base64: string }> {
  if (typeof image === 'string' || image instanceof URL) {
    const address = String(image);
    if (/^https?:/i.test(address)) return { image_url: address };
    if (/^data:/i.test(address)) return { image_base64: address };
    throw new ImageSearchError('An image is bytes or an https address.', { type: 'options_invalid' });
  }
  const given = new Blob([image as Blob | ArrayBuffer | Uint8Array<ArrayBuffer>]);
  return { image_base64: await base64Of(canShrink() ? await acceptable(given) : given, IMAGE_BYTES_MAX) };
}

/** An image that is to be stored, as it is. @throws ImageSearchError `image_too_large`, before anything is sent. */
export function wholeImage(image: Exclude<ImageInput, string | URL>): Promise<string> {
  return base64Of(new Blob([image as Blob | ArrayBuffer | Uint8Array<ArrayBuffer>]), UPLOAD_BYTES_MAX);
}

/** Whether this platform can decode, scale and encode images: browsers can, Node cannot. */
function canShrink(): boolean {
  return typeof createImageBitmap === 'function' && typeof OffscreenCanvas === 'function';
}

/** The image if the service takes it, or else a JPEG of it; the service checks what cannot be decoded. */
async function acceptable(image: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(image).catch(() => null);
  if (!bitmap) return image;
  try {
    const isSmall = image.size <= IMAGE_BYTES_MAX && bitmap.width * bitmap.height <= PIXELS_MAX;
    return isSmall && (await hasKnownFormat(image)) ? image : await jpegOf(bitmap);
  } finally {
    bitmap.close();
  }
}

/** How JPEG, PNG and WebP begin. */
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG\r\n/, /^RIFF.{4}WEBP/s];

async function hasKnownFormat(image: Blob): Promise<boolean> {
  const start = new Uint8Array(await image.slice(0, 12).arrayBuffer());
  return SIGNATURES.some((signature) => signature.test(String.fromCharCode(...start)));
}

/** More than any model of the service looks at. */
const EDGE_PX = 1_536;
const QUALITY = 0.9;

/** At most 1,536 pixels on the longest edge, on white. */
function jpegOf(bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, EDGE_PX / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This platform has no 2D canvas.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, width, height);
  context.drawImage(bitmap, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

const CHUNK_BYTES = 0x8000;

/** Base64 on every platform; the chunks keep the argument list within the limits of all engines. */
async function base64Of(image: Blob, bytesMax: number): Promise<string> {
  if (image.size > bytesMax) {
    throw new ImageSearchError(`The image has ${image.size} bytes; ${bytesMax} are allowed.`, {
      type: 'image_too_large',
    });
  }
  const bytes = new Uint8Array(await image.arrayBuffer());
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES));
  return btoa(binary);
}
