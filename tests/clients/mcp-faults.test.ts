import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';
import { callTool, connectStdio } from './support/mcp-clients.js';

const SEARCH = 'POST /v1/search';
/** Above the number of times that the client asks. */
const ALWAYS = 100;

/** What an agent learns when the service behind its tools falters. */
describe('an agent', () => {
  let stack: TestStack;
  const proxy = new FaultyProxy();
  let proxied: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    proxy.pointTo(new URL(stack.baseUrl).host);
    proxied = `http://127.0.0.1:${await proxy.open()}`;
  }, 240_000);
  afterAll(async () => {
    await proxy.close();
    await stack.stop();
  });

  it('spends of its budget what a search may have cost whose answer was lost', async () => {
    const { client, close } = await connectStdio(proxied, await stack.newKey('pro'), 3);
    proxy.loseAnswersTo(SEARCH, ALWAYS);
    expect(await callTool(client, 'search_images', { query: 'ball' })).toMatchObject({ isError: true });
    proxy.loseAnswersTo(SEARCH, 0);
    const { data } = await callTool(client, 'usage');
    await close();
    expect(data).toMatchObject({ session: { spent: 1, remaining: 2 } });
  }, 120_000);

  it('hears that the spelling was not checked, where the API says so', async () => {
    const server = await serverThatAdds({ spelling_unchecked: true });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { client, close } = await connectStdio(url, await stack.newKey('pro'));
    await client.listTools();
    const answer = await callTool(client, 'search_images', { query: 'ball' });
    await close();
    server.close();
    expect(answer).toMatchObject({ isError: false, data: { spelling_unchecked: true } });
  }, 60_000);

  /** Passes everything on to the stack, and adds fields to the answers of searches. */
  async function serverThatAdds(fields: object): Promise<Server> {
    const server = createServer((request, response) => {
      const { method = 'GET', url = '/' } = request;
      const { 'x-api-key': key = '', 'content-type': type = 'application/json' } = request.headers;
      void (async () => {
        const answer = await fetch(stack.baseUrl + url, {
          method,
          headers: { 'X-API-Key': String(key), 'Content-Type': type },
          ...(method === 'POST' && { body: new Uint8Array(await buffer(request)) }),
        });
        const body = (await answer.json()) as object;
        response.writeHead(answer.status, {
          'Content-Type': 'application/json',
          'X-Credits-Charged': answer.headers.get('X-Credits-Charged') ?? '0',
        });
        response.end(JSON.stringify(url.startsWith('/v1/search') ? { ...body, ...fields } : body));
      })();
    });
    await openOnLoopback(server);
    return server;
  }
});
