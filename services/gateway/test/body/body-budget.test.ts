import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import express from 'express';
import { BodyBudget, jsonBody } from '../../src/http/body.js';
import { errorHandler } from '../../src/http/error-handler.js';
import { errorSchema } from '../../src/http/errors.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const MIB = 1024 * 1024;
const IMAGE_BYTES = 6 * MIB;
const SLOW_SENDERS = 8;
/** A body of 6 MiB takes a buffer of up to 8 MiB. */
const BUDGET_BYTES = 4 * 8 * MIB;

const held: (() => void)[] = [];
const app = express();
const budget = new BodyBudget(BUDGET_BYTES);
app.post(
  '/',
  jsonBody(budget, () => ({ bytesMax: 8 * MIB })),
);
app.use((request, response) => {
  const answer = () => void response.json({ ok: true });
  if (request.get('X-Hold') === undefined) answer();
  else held.push(answer);
});
app.use(errorHandler(createLogger({ service: 'test', level: 'silent' })));
const server = httpServerForAll(app);

const image = JSON.stringify({ image_base64: 'A'.repeat(IMAGE_BYTES) });

function begin(headers: Record<string, string> = {}): ClientRequest {
  const outgoing = httpRequest({
    agent: false,
    port: server.port,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  outgoing.on('error', () => undefined);
  return outgoing;
}

async function send(body: string, headers?: Record<string, string>) {
  const outgoing = begin(headers);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.end(body);
  const [response] = await answered;
  return {
    status: response.statusCode,
    retryAfter: response.headers['retry-after'],
    body: JSON.parse(await text(response)) as unknown,
  };
}

test('bodies in flight are bounded in all: the next is refused as overloaded, and taken once others are answered', async () => {
  const inFlight = Array.from({ length: 4 }, () => send(image, { 'X-Hold': '1' }));
  while (held.length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
  const refused = await send(image);
  expect(refused).toMatchObject({ status: 503, retryAfter: expect.stringMatching(/^\d+$/) });
  const { detail } = errorSchema.parse({ request_id: 'req_1', ...(refused.body as object) });
  expect(detail).toMatchObject([{ type: 'overloaded', loc: [], input: null }]);
  // Words alone still have room.
  expect((await send('{"query": "dog"}')).status).toBe(200);
  for (const answer of held.splice(0)) answer();
  for (const { status } of await Promise.all(inFlight)) expect(status).toBe(200);
  expect((await send(image)).status).toBe(200);
});

test('slow senders hold what they have sent, not what they announce', async () => {
  const slow = Array.from({ length: SLOW_SENDERS }, () => {
    const outgoing = begin({ 'Content-Length': String(image.length) });
    outgoing.write(image.slice(0, 1024));
    return outgoing;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect((await send(image)).status).toBe(200);
  for (const outgoing of slow) outgoing.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const all = await Promise.all(Array.from({ length: 3 }, () => send(image)));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
});
