import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import {
  dripping,
  endless,
  head,
  redirect,
  whole,
  type Script,
} from '@imagesearch/testkit/network/scripted-https-server';
import {
  HOST,
  MIB,
  OUTSIDE,
  pause,
  PNG,
  pngOf,
  SHORT_TIMEOUT_MS,
  UNREACHABLE,
  useLoopbackInternet,
} from './support/loopback-internet.js';

const { outside, fetchIt, issueOf } = useLoopbackInternet();

describe('a server that serves', () => {
  const untilTheEnd: Script = (socket) => {
    socket.write(head(200));
    socket.end(PNG);
  };

  it.each<[string, Script]>([
    ['an image', whole(PNG)],
    ['an image under a wrong type', whole(PNG, { 'Content-Type': 'text/html' })],
    ['an image without a length', untilTheEnd],
    [
      'more than it declared',
      (socket) =>
        void socket.end(Buffer.concat([Buffer.from(head(200, { 'Content-Length': PNG.length })), PNG, PNG])),
    ],
  ])('%s is read to its last byte', async (_name, script) => {
    outside().follow(script);
    expect((await fetchIt()).equals(PNG)).toBe(true);
  });

  it('accepts an image of exactly 5 MiB', async () => {
    outside().follow(whole(pngOf(5 * MIB)));
    expect((await fetchIt()).length).toBe(5 * MIB);
  });

  it('learns our name and the wanted formats, and nothing about our caller', async () => {
    outside().follow(whole(PNG));
    await fetchIt();
    expect(outside().requests).toEqual([
      {
        path: '/a.png',
        headers: {
          host: `${HOST}:${outside().port}`,
          'user-agent': 'image-search/1.3 (reference image)',
          accept: 'image/jpeg, image/png, image/webp',
          'accept-encoding': 'identity',
          connection: 'close',
        },
      },
    ]);
  });
});

describe('a server that does not finish', () => {
  it.each<[string, Script]>([
    ['is silent', () => undefined],
    [
      'drips its body',
      (socket, request) => {
        socket.write(head(200, { 'Content-Length': 9_000 }));
        dripping(PNG.toString('latin1'), 10)(socket, request);
      },
    ],
    ['promises for ever', endless('', Buffer.from(head(103, { Link: '</a>' })))],
    [
      'redirects to itself slowly',
      (socket, request) => void setTimeout(() => redirect('/a.png')(socket, request), 200),
    ],
  ])('because it %s is left when the time is up', async (_name, script) => {
    outside().follow(script);
    const startedAt = performance.now();
    expect(await issueOf({ overrides: { timeoutMs: SHORT_TIMEOUT_MS } })).toEqual(UNREACHABLE);
    expect(performance.now() - startedAt).toBeLessThan(SHORT_TIMEOUT_MS + 4_000);
  });

  it('its handshake is left when the time is up', async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => sockets.push(socket.on('error', () => undefined))).listen(
      0,
      OUTSIDE,
    );
    await once(mute, 'listening');
    const { port } = mute.address() as AddressInfo;
    expect(await issueOf({ overrides: { port, timeoutMs: SHORT_TIMEOUT_MS } })).toEqual(UNREACHABLE);
    for (const socket of sockets) socket.destroy();
    mute.close();
  });

  it('is closed at once when our caller disconnects', async () => {
    outside().follow(() => undefined);
    const gone = new AbortController();
    const fetching = fetchIt({ call: detachedCall(10_000, gone.signal) });
    setTimeout(() => gone.abort(), 50);
    const startedAt = performance.now();
    await expect(fetching).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  it('has no more time than the search has left', async () => {
    outside().follow(() => undefined);
    const startedAt = performance.now();
    expect(await issueOf({ call: detachedCall(100) })).toEqual(UNREACHABLE);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});

describe('a body', () => {
  const bomb = gzipSync(Buffer.alloc(50 * MIB));
  const html = Buffer.from(`<!doctype html><title>login</title>${' '.repeat(5_000)}`);

  it.each<[string, Script, string]>([
    ['one byte above 5 MiB', whole(pngOf(5 * MIB + 1)), 'image_too_large'],
    [
      'declared as 1 GiB, before any of it came',
      (socket) => void socket.write(head(200, { 'Content-Length': 1024 * MIB })),
      'image_too_large',
    ],
    [
      'without an end',
      endless(Buffer.concat([Buffer.from(head(200)), PNG]), Buffer.alloc(64 * 1024)),
      'image_too_large',
    ],
    ['that is empty', whole(Buffer.alloc(0)), 'image_format'],
    ['that is a page dressed as a picture', whole(html, { 'Content-Type': 'image/png' }), 'image_format'],
    ['that is an SVG', whole(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'image_format'],
    ['packed with gzip, small to big', whole(bomb, { 'Content-Encoding': 'gzip' }), 'image_format'],
    ['packed and not saying so', whole(bomb), 'image_format'],
    ['shorter than declared', whole(PNG, { 'Content-Length': PNG.length + 1 }), 'image_url_unreachable'],
  ])('%s is refused', async (_name, script, type) => {
    outside().follow(script);
    expect((await issueOf()).type).toBe(type);
  });

  it('without an end is not read on once it is too large', async () => {
    let written = 0;
    outside().follow((socket, request) => {
      endless(Buffer.concat([Buffer.from(head(200)), PNG]), Buffer.alloc(64 * 1024))(socket, request);
      socket.on('close', () => (written = socket.bytesWritten));
    });
    expect((await issueOf()).type).toBe('image_too_large');
    await pause(50);
    // What the kernel's buffers took on top is not ours.
    expect(written).toBeLessThan(20 * MIB);
  });
});

describe('an answer without an image', () => {
  const status =
    (code: number): Script =>
    (socket) => {
      socket.write(head(code, { 'Content-Length': PNG.length }));
      socket.end(PNG);
    };

  it.each<[string, Script]>([
    ['204', (socket) => void socket.end(head(204))],
    ['404', status(404)],
    ['500', status(500)],
    [
      'a head of 64 KiB',
      (socket, request) => whole(PNG, { 'X-Filler': 'a'.repeat(64 * 1024) })(socket, request),
    ],
    ['nothing', (socket) => void socket.end()],
    ['a reset before the head', (socket) => void socket.destroy()],
    [
      'a reset in the body',
      (socket) => {
        socket.write(head(200, { 'Content-Length': 9_000 }));
        socket.write(PNG, () => socket.destroy());
      },
    ],
  ])('reads as an unreachable host: %s', async (_name, script) => {
    outside().follow(script);
    expect(await issueOf({ overrides: { timeoutMs: 2_000 } })).toEqual(UNREACHABLE);
  });

  it('is noticed at once, also when the server switches to another protocol', async () => {
    outside().follow(
      (socket) =>
        void socket.end('HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    );
    const startedAt = performance.now();
    expect(await issueOf()).toEqual(UNREACHABLE);
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });
});
