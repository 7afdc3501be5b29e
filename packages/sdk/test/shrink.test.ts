import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ImageSearch, ImageSearchError, type ImageInput } from '@imagesearch/sdk';
import sharp from 'sharp';

/** The image that arrived at the service. */
let arrived: Buffer | undefined;
let baseUrl: string;
let dir: string;
const server = createServer((request, response) => {
  void readJson(request).then((body) => {
    arrived = Buffer.from(String(body['image_base64']), 'base64');
    response.setHeader('Content-Type', 'application/json').end('{"results":[]}');
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  dir = await mkdtemp(join(tmpdir(), 'imagesearch-sdk-images-'));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(dir, { recursive: true, force: true });
});
afterEach(() => {
  arrived = undefined;
  Reflect.deleteProperty(globalThis, 'createImageBitmap');
  Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
});

const search = (image: ImageInput) => new ImageSearch({ baseUrl }).search({ image }, { retries: 0 });

describe('an image above a limit', () => {
  it('is sent as a JPEG of at most 1,536 pixels where the platform decodes images', async () => {
    usePlatformWithImages();
    await search(await huge());
    expect(await sharp(arrived).metadata()).toMatchObject({ format: 'jpeg', width: 1536, height: 614 });
  });

  it('keeps its colours, and what is transparent becomes white', async () => {
    usePlatformWithImages();
    await search(await sharp({ create: { width: 12_000, height: 2_000, channels: 4, background: '#0000' } }).png().toBuffer());
    const { channels } = await sharp(arrived).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  it('is refused before it is sent where the platform does not', async () => {
    await expect(search(await huge())).rejects.toMatchObject({ type: 'image_too_many_pixels', attempts: 0 });
    expect(arrived).toBeUndefined();
  });

  it('of a format that the service does not know is converted where the platform decodes it', async () => {
    usePlatformWithImages();
    await search(await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } }).gif().toBuffer());
    expect(await sharp(arrived).metadata()).toMatchObject({ format: 'jpeg', width: 30, height: 20 });
  });

  it('that is damaged keeps the name of its fault', async () => {
    usePlatformWithImages();
    await expect(search(Buffer.from('GIF89a and then nothing'))).rejects.toMatchObject({ type: 'image_format' });
  });
});

describe('a local file', () => {
  it('is read by its path', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } }).png().toBuffer();
    await writeFile(join(dir, 'small.png'), bytes);
    await search({ path: join(dir, 'small.png') });
    expect(arrived?.equals(bytes)).toBe(true);
  });

  it('above 5 MiB is refused before it is read', async () => {
    await writeFile(join(dir, 'large.png'), Buffer.alloc(5 * 1024 * 1024 + 1));
    await expect(search({ path: join(dir, 'large.png') })).rejects.toMatchObject({ type: 'image_too_large' });
  });

  it('that is missing is the error of the file system', async () => {
    await expect(search({ path: join(dir, 'none.png') })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('a client', () => {
  it.each([
    { baseUrl: 'ftp://images.example.com' },
    { baseUrl: 'images.example.com' },
    { baseUrl: 'http://127.0.0.1', apiKey: 'two\nlines' },
    { baseUrl: 'http://127.0.0.1', timeoutMs: 0 },
    { baseUrl: 'http://127.0.0.1', retries: -1 },
  ])('is not made with %j', (options) => {
    expect(() => new ImageSearch(options)).toThrow(ImageSearchError);
  });
});

function huge(): Promise<Buffer> {
  return sharp({ create: { width: 8_000, height: 3_200, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
}

/** The image functions of a browser, done by sharp. */
function usePlatformWithImages(): void {
  interface Bitmap {
    bytes: Buffer;
    width: number;
    height: number;
  }
  const createImageBitmap = async (blob: Blob): Promise<Bitmap & { close: () => void }> => {
    const bytes = Buffer.from(await blob.arrayBuffer());
    const { width, height } = await sharp(bytes).metadata();
    return { bytes, width, height, close: () => undefined };
  };
  class OffscreenCanvas {
    readonly #width: number;
    readonly #height: number;
    #background = '#000';
    #drawn: Bitmap | undefined;

    constructor(width: number, height: number) {
      this.#width = width;
      this.#height = height;
    }

    getContext() {
      const context = {
        fillStyle: '#000',
        fillRect: () => void (this.#background = context.fillStyle),
        drawImage: (bitmap: Bitmap) => void (this.#drawn = bitmap),
      };
      return context;
    }

    async convertToBlob(): Promise<Blob> {
      const bytes = await sharp(this.#drawn?.bytes)
        .resize(this.#width, this.#height, { fit: 'fill' })
        .flatten({ background: this.#background })
        .jpeg({ quality: 90 })
        .toBuffer();
      return new Blob([new Uint8Array(bytes)]);
    }
  }
  Object.assign(globalThis, { createImageBitmap, OffscreenCanvas });
}
