import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { newAuthority, selfSigned } from '@imagesearch/testkit/network/certificates';
import {
  endless,
  head,
  redirect,
  ScriptedHttpsServer,
  whole,
  type Script,
} from '@imagesearch/testkit/network/scripted-https-server';
import type { ImageNetwork } from '../../src/search/reference-image/image-network.js';
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

  it.each<[string, Script, string]>([
    ['in a loop', redirect('/a.png'), 'image_url_unreachable'],
    ['to a host inside', redirect('https://inside.example.org/a.png'), 'image_url_unreachable'],
    [
      'to a host that has an address inside too',
      redirect('https://both.example.org/'),
      'image_url_unreachable',
    ],
    ['to http', redirect(`http://${HOST}/a.png`), 'image_url_forbidden'],
    ['to loopback', redirect('https://127.0.0.2/a.png'), 'image_url_forbidden'],
    ['to loopback in hex', redirect('https://0x7f000002/a.png'), 'image_url_forbidden'],
    ['to IPv6 loopback', redirect('https://[::1]/a.png'), 'image_url_forbidden'],
    ['to cloud metadata', redirect('http://169.254.169.254/latest/meta-data/'), 'image_url_forbidden'],
    ['to a bare name', redirect('https://localhost/a.png'), 'image_url_forbidden'],
    ['to another port', redirect(`https://${HOST}:22/a.png`), 'image_url_forbidden'],
    ['with credentials', redirect(`https://user:secret@${HOST}/a.png`), 'image_url_forbidden'],
    ['to a file', redirect('file:///etc/passwd'), 'image_url_forbidden'],
    ['to data', redirect('data:image/png;base64,aaaa'), 'image_url_forbidden'],
    ['to no address', redirect('https://'), 'image_url_forbidden'],
    ['to an address of 3,000 characters', redirect(`/${'a'.repeat(3_000)}`), 'image_url_forbidden'],
    ['to nowhere', (socket) => void socket.end(head(302, { 'Content-Length': 0 })), 'image_url_unreachable'],
  ])('%s are not followed', async (_name, script, type) => {
    outside().follow(script);
    expect((await issueOf()).type).toBe(type);
  });

  it('leave the body that came with them unread', async () => {
    outside().follow(endless(head(302, { Location: '/b.png' }), Buffer.alloc(64 * 1024)));
    expect(await issueOf()).toEqual(UNREACHABLE);
  });
});

describe('a resolver', () => {
  const never = () => new Promise<string[]>(() => undefined);

  it.each<[string, ImageNetwork['resolve']]>([
    ['that knows no address', () => Promise.resolve([])],
    ['that fails', () => Promise.reject(new Error('SERVFAIL'))],
    ['that names an address inside', () => Promise.resolve([INSIDE])],
    ['that mixes public and inside', () => Promise.resolve([OUTSIDE, INSIDE])],
    ['that mixes inside and public', () => Promise.resolve([INSIDE, OUTSIDE])],
    ['that answers no address', () => Promise.resolve(['not-an-address'])],
    [
      'that answers a thousand addresses',
      () => Promise.resolve(Array.from({ length: 1_000 }, () => OUTSIDE)),
    ],
    ['that never answers', never],
  ])('%s reads as a host that nobody answers at', async (_name, resolve) => {
    outside().follow(whole(PNG));
    expect(await issueOf({ overrides: { resolve, timeoutMs: SHORT_TIMEOUT_MS } })).toEqual(UNREACHABLE);
    expect(outside().connections).toBe(0);
  });

  it('that turns to an address inside after the check is not asked again: the socket takes the checked one', async () => {
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

  it('that turns to an address inside between redirects is caught at the redirect', async () => {
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

  it('because the name is not in its certificate gets no request', async () => {
    outside().follow(whole(PNG));
    expect(await issueOf({ host: 'unnamed.example.org' })).toEqual(UNREACHABLE);
    expect(outside().requests).toEqual([]);
  });

  it('because our trust is in the well-known authorities alone gets no request', async () => {
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
