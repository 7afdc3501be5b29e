import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fetchImage } from '../src/pipeline/fetch-image.js';
import { newAuthority } from '@imagesearch/testkit/network/certificates';
import {
  head,
  redirect,
  ScriptedHttpsServer,
  whole,
  type Script,
} from '@imagesearch/testkit/network/scripted-https-server';
import { plainImage } from '@imagesearch/testkit/images/plain-images';

const HOST = 'pictures.example.org';

let server: ScriptedHttpsServer;
let ca: string;
let image: Buffer;

beforeAll(async () => {
  const authority = await newAuthority();
  ca = authority.cert;
  server = await ScriptedHttpsServer.start(await authority.issue([HOST]));
  image = await plainImage();
});
afterAll(() => server.stop());

const address = (path = '/a.jpg'): string => `https://${HOST}${path}`;
/** Loopback stands for the public internet. */
const loopback = () => ({
  resolve: () => Promise.resolve(['127.0.0.1']),
  mayConnectTo: (host: string) => host === '127.0.0.1',
  port: server.port,
  ca,
});

function fetchFrom(url: string, script?: Script, signal = new AbortController().signal): Promise<Buffer> {
  if (script) server.follow(script);
  return fetchImage(url, {
    userAgent: 'ingest (ops@example.org)',
    network: loopback(),
    firstPauseMs: 5,
    signal,
  });
}

const answering = (status: number, fields: Record<string, string | number> = {}): Script => {
  return (socket) => void socket.end(head(status, { 'Content-Length': 0, ...fields }));
};

/** Each request meets the next script; the last one stays. */
function inTurn(...scripts: Script[]): Script {
  let at = 0;
  return (socket, request) => scripts[Math.min(at++, scripts.length - 1)]?.(socket, request);
}

describe('an image of a third party', () => {
  it('arrives unchanged, from a server that receives the name of the caller', async () => {
    expect((await fetchFrom(address(), whole(image))).equals(image)).toBe(true);
    expect(server.requests[0]?.headers['user-agent']).toBe('ingest (ops@example.org)');
  });

  it.each(['http://example.org/a.jpg', 'file:///etc/passwd', 'ftp://example.org/a.jpg', 'nonsense'])(
    'is not fetched from %s',
    async (url) => {
      await expect(fetchFrom(url)).rejects.toThrow('from an https address only');
    },
  );

  it('is not fetched from a host inside that a redirect names', async () => {
    server.follow(redirect('https://inside.example.org/a.jpg'));
    const resolve = (host: string) => Promise.resolve([host === HOST ? '127.0.0.1' : '168.63.129.16']);
    const fetched = fetchImage(address(), {
      userAgent: 'x',
      network: { ...loopback(), resolve },
      firstPauseMs: 1,
      signal: new AbortController().signal,
    });
    await expect(fetched).rejects.toThrow('may not be used');
    expect(server.requests).toHaveLength(1);
  });

  it('is refused by its first bytes, for any declared type', async () => {
    const page = Buffer.from('<!doctype html><title>Not here any more</title>');
    await expect(fetchFrom(address(), whole(page, { 'Content-Type': 'image/jpeg' }))).rejects.toThrow(
      'not return a JPEG',
    );
  });

  it('is refused once it is too large', async () => {
    const large = (socket: Parameters<Script>[0]) =>
      void socket.write(head(200, { 'Content-Length': 2 ** 40 }));
    await expect(fetchFrom(address(), large)).rejects.toThrow('larger than 33554432 bytes');
  });

  it('is asked for again when the server is busy, and not when it says no', async () => {
    await fetchFrom(address(), inTurn(answering(503), answering(429), whole(image)));
    expect(server.requests).toHaveLength(3);
    await expect(fetchFrom(address(), answering(404))).rejects.toThrow('the server answered 404');
    expect(server.requests).toHaveLength(1);
  });

  it('is let go as soon as the operator stops', async () => {
    const stop = new AbortController();
    const fetched = fetchFrom(address(), () => undefined, stop.signal);
    setTimeout(() => stop.abort(), 100);
    await expect(fetched).rejects.toMatchObject({ name: 'AbortError' });
  });
});
