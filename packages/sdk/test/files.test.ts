import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';

/** A rights holder's host: it records who asks. */
const asked: IncomingMessage['headers'][] = [];
let holder: Server;
let service: Server;
let holderUrl: string;
let baseUrl: string;

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  holder = await listen((request, response) => {
    asked.push(request.headers);
    response.setHeader('Content-Type', 'image/png').end('the file');
  });
  holderUrl = urlOf(holder);
  service = await listen((request, response) => {
    const isDirect = request.url?.startsWith('/v1/asset/direct/') === true;
    if (isDirect && request.headers['x-api-key'] !== 'isk_test') response.writeHead(401).end();
    else response.writeHead(302, { Location: `${holderUrl}${request.url ?? ''}` }).end();
  });
  baseUrl = urlOf(service);
});
afterAll(() => {
  for (const server of [holder, service]) {
    server.closeAllConnections();
    server.close();
  }
});

describe('the file of', () => {
  it.each<[string, (url: string) => Parameters<ImageSearch['file']>[0]]>([
    ['an asset', (url) => ({ asset_id: 'a:1', file: `${url}/v1/asset/direct/a:1` })],
    ['an asset id', () => 'a:1'],
    ['a search result', (url) => ({ asset_id: 'a:1', file: `${url}/v1/asset/q_1/a:1` })],
  ])('%s is read, and no other host sees the key', async (_what, of) => {
    const client = new ImageSearch({ baseUrl, apiKey: 'isk_test' });
    const { data } = await client.file(of(baseUrl), { variant: 'thumb' });
    expect([data.type, await data.text()]).toEqual(['image/png', 'the file']);
    expect(asked.at(-1)).not.toHaveProperty('x-api-key');
  });

  it('an asset says in a browser, which hides redirects, what to do instead', async () => {
    const opaque = () =>
      Promise.resolve(Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' }));
    const client = new ImageSearch({ baseUrl, apiKey: 'isk_test', fetch: opaque });
    await expect(client.file('a:1')).rejects.toMatchObject({ type: 'file_needs_result' });
  });
});
