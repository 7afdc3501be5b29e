import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { assetFailureOf } from '../src/asset-failure.js';
import { storedImage } from '../src/pipeline/refill-index.js';

const SIGNAL = new AbortController().signal;
type Arguments = Parameters<typeof storedImage>;

let server: Server | undefined;
afterEach(() => {
  server?.close();
});

/** An object store that answers each request with the next of the statuses, and with the last from then on. */
async function objectStore(...statuses: number[]): Promise<string> {
  let requests = 0;
  server = createServer((_request, response) => {
    response.statusCode = statuses[Math.min(requests, statuses.length - 1)] ?? 200;
    requests += 1;
    response.end(`answer ${requests}`);
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
}

/** Reads an asset's file, whose address the rights service answers. */
function read(url: string, signal = SIGNAL): Promise<Buffer> {
  const asset = { metadata: { assetId: 'met:1', delivery: 'host' } } as Arguments[0];
  const rights = { createDownload: () => Promise.resolve({ url }) } as unknown as Arguments[1]['rights'];
  return storedImage(asset, { rights }, signal);
}

test('an image is read after a short outage of the object store', async () => {
  expect((await read(await objectStore(503, 200))).toString()).toBe('answer 2');
});

test('a file that the object store does not have is a fault of its image', async () => {
  const error: unknown = await read(await objectStore(404)).catch((thrown: unknown) => thrown);
  expect(assetFailureOf(error, SIGNAL)).toBe('the object store answered 404');
});

test('an unreachable object store stops the run, and is not reported as a fault of an image', async () => {
  const stop = new AbortController();
  const reading = read('http://127.0.0.1:1/file', stop.signal);
  // Waited for about a minute; the operator gives up sooner.
  setTimeout(() => stop.abort(new Error('stopped')), 300);
  const error: unknown = await reading.catch((thrown: unknown) => thrown);
  expect(assetFailureOf(error, stop.signal)).toBeUndefined();
});
