import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { newAuthority, selfSigned } from '@imagesearch/testkit/network/certificates';
import { FORBIDDEN_REDIRECTS } from '@imagesearch/testkit/network/hostile-addresses';
import {
  dripping,
  endless,
  head,
  redirect,
  ScriptedHttpsServer,
  whole,
  type Script,
} from '@imagesearch/testkit/network/scripted-https-server';
import type { ImageNetwork } from '../../src/search/reference-image.js';
import {
  HOST,
  INSIDE,
  MIB,
  OUTSIDE,
  pause,
  PNG,
  pngOf,
  SHORT_TIMEOUT_MS,
  UNREACHABLE,
  useLoopbackInternet,
} from './support/loopback-internet.js';

const { authority, outside, fetchIt, issueOf } = useLoopbackInternet();

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

describe('redirects', () => {
  /** As many redirects as the path has to lose letters. */
  const steps = (count: number): Script => {
    let left = count;
    return (socket, request) => {
      const script = left > 0 ? redirect(`/step-${left}`) : whole(PNG);
      left -= 1;
      script(socket, request);
    };
  };
  const thenImage =
    (location: string): Script =>
    (socket, request) =>
      (request.path === '/a.png' ? redirect(location) : whole(PNG))(socket, request);

  it.each<[string, Script]>([
    ['three in a row', steps(3)],
    ['one to another host', thenImage('https://elsewhere.example.org/b.png')],
    ['one that is relative', thenImage('b.png')],
    ['one that keeps the scheme', thenImage('//elsewhere.example.org/b.png')],
  ])('are followed: %s', async (_name, script) => {
    outside().follow(script);
    expect((await fetchIt()).equals(PNG)).toBe(true);
  });

  it('end after three', async () => {
    outside().follow(steps(4));
    expect(await issueOf()).toEqual(UNREACHABLE);
    expect(outside().requests).toHaveLength(4);
  });

  it.each([
    ...FORBIDDEN_REDIRECTS,
    ['no address', 'https://'],
    ['an address of 3,000 characters', `/${'a'.repeat(3_000)}`],
  ])('to %s are not followed', async (_name, location) => {
    outside().follow(redirect(location));
    expect((await issueOf()).type).toBe('image_url_forbidden');
  });

  it.each<[string, Script]>([
    ['in a loop', redirect('/a.png')],
    ['to a private host', redirect('https://inside.example.org/a.png')],
    ['to a host that also has a private address', redirect('https://both.example.org/')],
    ['without an address', (socket) => void socket.end(head(302, { 'Content-Length': 0 }))],
  ])('%s read as an unreachable host', async (_name, script) => {
    outside().follow(script);
    expect(await issueOf()).toEqual(UNREACHABLE);
  });

  it('are followed without reading their bodies', async () => {
    outside().follow(endless(head(302, { Location: '/b.png' }), Buffer.alloc(64 * 1024)));
    expect(await issueOf()).toEqual(UNREACHABLE);
  });
});

describe('a resolver', () => {
  const never = () => new Promise<string[]>(() => undefined);

  it.each<[string, ImageNetwork['resolve']]>([
    ['that knows no address', () => Promise.resolve([])],
    ['that fails', () => Promise.reject(new Error('SERVFAIL'))],
    ['that names a private address', () => Promise.resolve([INSIDE])],
    ['that names a public and a private address', () => Promise.resolve([OUTSIDE, INSIDE])],
    ['that names a private and a public address', () => Promise.resolve([INSIDE, OUTSIDE])],
    ['that answers no address', () => Promise.resolve(['not-an-address'])],
    [
      'that answers a thousand addresses',
      () => Promise.resolve(Array.from({ length: 1_000 }, () => OUTSIDE)),
    ],
    ['that never answers', never],
  ])('%s reads as an unreachable host', async (_name, resolve) => {
    outside().follow(whole(PNG));
    expect(await issueOf({ overrides: { resolve, timeoutMs: SHORT_TIMEOUT_MS } })).toEqual(UNREACHABLE);
    expect(outside().connections).toBe(0);
  });

  it('is resolved once: the socket connects to the checked address, although a second look-up would give a private one', async () => {
    outside().follow(whole(PNG));
    const answers = [[OUTSIDE], [INSIDE]];
    const asked: string[] = [];
    const resolve = (host: string) => {
      asked.push(host);
      return Promise.resolve(answers.shift() ?? [INSIDE]);
    };
    expect((await fetchIt({ overrides: { resolve } })).equals(PNG)).toBe(true);
    expect(asked).toEqual([HOST]);
    expect(outside().connections).toBe(1);
  });

  it('that resolves to a private address after a redirect is refused at the redirect', async () => {
    outside().follow(redirect('/b.png'));
    const answers = [[OUTSIDE], [INSIDE]];
    const resolve = () => Promise.resolve(answers.shift() ?? []);
    expect(await issueOf({ overrides: { resolve } })).toEqual(UNREACHABLE);
    expect(outside().requests).toHaveLength(1);
  });
});

describe('a server that cannot prove who it is', () => {
  const expired = { from: new Date('2020-01-01'), until: new Date('2020-02-01') };

  it.each([
    ['has a certificate of another host', () => authority().issue(['other.example.org'])],
    ['vouches for itself', () => selfSigned(HOST)],
    ['is vouched for by a stranger', async () => (await newAuthority()).issue([HOST])],
    ['has an expired certificate', () => authority().issue([HOST], expired)],
  ])('because it %s gets no request', async (_name, identify) => {
    const server = await ScriptedHttpsServer.start(await identify(), { script: whole(PNG) });
    expect(await issueOf({ overrides: { port: server.port } })).toEqual(UNREACHABLE);
    expect(server.requests).toEqual([]);
    await server.stop();
  });

  it('because its authority is not a well-known one gets no request', async () => {
    outside().follow(whole(PNG));
    expect(await issueOf({ overrides: { ca: undefined } })).toEqual(UNREACHABLE);
    expect(outside().requests).toEqual([]);
  });

  it('because it speaks no TLS gets no request', async () => {
    const plain = createServer((socket) => void socket.end(head(200, { 'Content-Length': 0 }))).listen(
      0,
      OUTSIDE,
    );
    await once(plain, 'listening');
    expect(await issueOf({ overrides: { port: (plain.address() as AddressInfo).port } })).toEqual(
      UNREACHABLE,
    );
    plain.close();
  });
});
