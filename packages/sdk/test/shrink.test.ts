import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ImageSearch, ImageSearchError, type ImageInput } from '@imagesearch/sdk';
import sharp from 'sharp';

/** The image that arrived at the service. */
let arrived: Buffer | undefined;
let baseUrl: string;
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
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
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
    await search(
      await sharp({ create: { width: 12_000, height: 2_000, channels: 4, background: '#0000' } })
        .png()
        .toBuffer(),
    );
    const { channels } = await sharp(arrived).stats();
    expect(channels.map(({ mean }) => Math.round(mean))).toEqual([255, 255, 255]);
  });

  it('of pixels is checked by the service where the platform does not', async () => {
    const image = await huge();
    await search(image);
    expect(arrived?.equals(image)).toBe(true);
  });

  it('of a format that the service does not know is converted where the platform decodes it', async () => {
    usePlatformWithImages();
    const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } })
      .png()
      .toBuffer();
    await search(Buffer.concat([OTHER_FORMAT, png]));
    expect(await sharp(arrived).metadata()).toMatchObject({ format: 'jpeg', width: 30, height: 20 });
  });

  it('that is damaged is checked by the service', async () => {
    usePlatformWithImages();
    await search(Buffer.from('GIF89a and then nothing'));
    expect(arrived?.toString()).toBe('GIF89a and then nothing');
  });
});

it('an image within the limits is sent as it is where the platform decodes images', async () => {
  usePlatformWithImages();
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#c00' } })
    .png()
    .toBuffer();
  await search(png);
  expect(arrived?.equals(png)).toBe(true);
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

/** Starts an image of a format that the platform below decodes, and the service does not. */
const OTHER_FORMAT = Buffer.from('OTHER FORMAT');

/** The image functions of a browser, done by sharp. */
function usePlatformWithImages(): void {
  interface Bitmap {
    bytes: Buffer;
    width: number;
    height: number;
  }
  const createImageBitmap = async (blob: Blob): Promise<Bitmap & { close: () => void }> => {
    const given = Buffer.from(await blob.arrayBuffer());
    const bytes = given.indexOf(OTHER_FORMAT) === 0 ? given.subarray(OTHER_FORMAT.length) : given;
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
