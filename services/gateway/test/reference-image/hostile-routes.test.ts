import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { newAuthority, selfSigned } from '@imagesearch/testkit/network/certificates';
import { FORBIDDEN_REDIRECTS } from '@imagesearch/testkit/network/hostile-addresses';
import {
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
  OUTSIDE,
  PNG,
  SHORT_TIMEOUT_MS,
  UNREACHABLE,
  useLoopbackInternet,
} from './support/loopback-internet.js';

const { authority, outside, fetchIt, issueOf } = useLoopbackInternet();

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
