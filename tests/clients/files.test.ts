import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { ImageSearch } from '@imagesearch/sdk';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

/** A rights holder's host: it records who asks. */
const asked: IncomingMessage['headers'][] = [];
const holder = httpServerForAll((request, response) => {
  asked.push(request.headers);
  response.setHeader('Content-Type', 'image/png').end('the file');
});
const service = httpServerForAll((request, response) => {
  const isDirect = request.url?.startsWith('/v1/asset/direct/') === true;
  if (isDirect && request.headers['x-api-key'] !== 'isk_test') response.writeHead(401).end();
  else response.writeHead(302, { Location: `${holder.url}${request.url ?? ''}` }).end();
});

describe('the file of', () => {
  it.each<[string, (url: string) => Parameters<ImageSearch['file']>[0]]>([
    ['an asset', (url) => ({ asset_id: 'a:1', file: `${url}/v1/asset/direct/a:1` })],
    ['an asset id', () => 'a:1'],
    ['a search result', (url) => ({ asset_id: 'a:1', file: `${url}/v1/asset/q_1/a:1` })],
  ])('%s is read, and no other host sees the key', async (_what, of) => {
    const client = new ImageSearch({ baseUrl: service.url, apiKey: 'isk_test' });
    const { data } = await client.file(of(service.url), { variant: 'thumb' });
    expect([data.type, await data.text()]).toEqual(['image/png', 'the file']);
    expect(asked.at(-1)).not.toHaveProperty('x-api-key');
  });

  it('an asset says in a browser, which hides redirects, what to do instead', async () => {
    const opaque = () =>
      Promise.resolve(Object.defineProperty(new Response(), 'type', { value: 'opaqueredirect' }));
    const client = new ImageSearch({ baseUrl: service.url, apiKey: 'isk_test', fetch: opaque });
    await expect(client.file('a:1')).rejects.toMatchObject({ type: 'file_needs_result' });
  });
});
