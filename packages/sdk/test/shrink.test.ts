import { afterEach, describe, expect, it } from '@jest/globals';
import { ImageSearch, ImageSearchError, type ImageInput } from '@imagesearch/sdk';

const BASE = 'http://images.example.com';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const HEIC = Buffer.from('0000001c667479706865696300000000', 'hex');
const BYTES_MAX = 5 * 1024 * 1024;

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
});

/** The image that a search sends. */
async function sent(image: ImageInput): Promise<string> {
  let body = '';
  const fetch = (_address: unknown, init?: RequestInit) => {
    body = init?.body as string;
    return Promise.resolve(Response.json({ results: [] }));
  };
  await new ImageSearch({ baseUrl: BASE, fetch }).search({ image });
  const { image_base64 } = JSON.parse(body) as { image_base64: string };
  return Buffer.from(image_base64, 'base64').toString('latin1');
}

/** The image functions of a browser; a canvas encodes to what was drawn on it. Without a size, nothing can be decoded. */
function usePlatformWithImages(size?: { width: number; height: number }): void {
  const createImageBitmap = () =>
    size ? Promise.resolve({ ...size, close: () => undefined }) : Promise.reject(new Error('damaged'));
  class OffscreenCanvas {
    readonly #drawn: string[] = [];
    getContext() {
      const rest = (given: unknown[]) => given.slice(-2).join(' x ');
      const context = {
        fillStyle: '',
        fillRect: (...given: unknown[]) => this.#drawn.push(`${context.fillStyle} ${rest(given)}`),
        drawImage: (...given: unknown[]) => this.#drawn.push(`image ${rest(given)}`),
      };
      return context;
    }
    convertToBlob({ type }: { type: string }) {
      return Promise.resolve(new Blob([[type, ...this.#drawn].join(', ')]));
    }
  }
  Object.assign(globalThis, { createImageBitmap, OffscreenCanvas });
}

describe('an image', () => {
  it.each([
    ['of too many pixels', PNG, { width: 8_000, height: 3_200 }, '1536 x 614'],
    ['of too many bytes', Buffer.concat([PNG], BYTES_MAX + 1), { width: 600, height: 1_000 }, '600 x 1000'],
    ['of a format that the service does not know', HEIC, { width: 30, height: 20 }, '30 x 20'],
  ])('%s is sent as a JPEG on white where the platform decodes it', async (_what, image, size, drawn) => {
    usePlatformWithImages(size);
    expect(await sent(image)).toBe(`image/jpeg, #fff ${drawn}, image ${drawn}`);
  });

  it.each<[string, Buffer, (() => void)?]>([
    ['within the limits', PNG, () => usePlatformWithImages({ width: 30, height: 20 })],
    ['that is damaged', HEIC, () => usePlatformWithImages()],
    ['on a platform that decodes none', HEIC],
  ])('%s is sent as it is', async (...[, image, prepare]) => {
    prepare?.();
    expect(await sent(image)).toBe(image.toString('latin1'));
  });
});

describe('a client', () => {
  it.each([
    { baseUrl: 'ftp://images.example.com' },
    { baseUrl: 'images.example.com' },
    { baseUrl: BASE, apiKey: 'two\nlines' },
    { baseUrl: BASE, timeoutMs: 0 },
    { baseUrl: BASE, retries: -1 },
  ])('is not made with %j', (options) => {
    expect(() => new ImageSearch(options)).toThrow(ImageSearchError);
  });
});
