import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import express from 'express';
import { BodyBudget, jsonBody } from '../src/http/body.js';
import { errorHandler } from '../src/http/error-handler.js';
import { errorSchema } from '../src/http/errors.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

type Headers = Record<string, string>;
type Chunks = (string | Buffer)[];

const KIB = 1024;
const MIB = KIB * KIB;
const SMALL_BYTES = 64 * KIB;
const LARGE_BYTES = 8 * MIB;
const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
/** A body of 6 MiB takes a buffer of up to 8 MiB. */
const BUDGET_BYTES = 4 * LARGE_BYTES;

const held: (() => void)[] = [];
const app = express();
const budget = new BodyBudget(BUDGET_BYTES);
for (const [path, bytesMax] of Object.entries({ '/small': SMALL_BYTES, '/large': LARGE_BYTES }))
  app.post(
    path,
    jsonBody(budget, () => ({ bytesMax })),
  );
app.use((request, response) => {
  const answer = () => void response.json({ read: request.body as unknown });
  if (request.get('X-Hold') === undefined) answer();
  else held.push(answer);
});
app.use(errorHandler(createLogger({ service: 'test', level: 'silent' })));
const server = httpServerForAll(app);

function begin(path: string, headers: Headers = {}): ClientRequest {
  const sent = { 'Content-Type': 'application/json', ...headers };
  const outgoing = httpRequest({ agent: false, port: server.port, path, method: 'POST', headers: sent });
  // A connection that is cut while a body is sent fails after its answer was read.
  return outgoing.on('error', () => undefined);
}

/** @param chunks One is sent with its length, more are sent in chunks. */
async function send(path: string, chunks: Chunks, headers?: Headers) {
  const outgoing = begin(path, headers);
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  for (const chunk of chunks.slice(0, -1)) outgoing.write(chunk);
  outgoing.end(chunks.at(-1) ?? '');
  const [response] = await answered;
  return { status: response.statusCode, headers: response.headers, body: await json(response) };
}

async function expectRead(value: unknown, path: string, chunks: Chunks, headers?: Headers): Promise<void> {
  expect(await send(path, chunks, headers)).toMatchObject({ status: 200, body: { read: value } });
}

async function refusal(path: string, chunks: Chunks, headers?: Headers) {
  const { status, body } = await send(path, chunks, headers);
  const [fault] = errorSchema.parse(body).detail;
  return { status, type: fault?.type, ctx: fault?.ctx };
}

const tooLarge = (bytes_max: number) => ({ status: 413, type: 'body_too_large', ctx: { bytes_max } });
const repeated = (text: string, count: number) => Array.from({ length: count }, () => text);

describe('a JSON body', () => {
  it('is read completely, in chunks of any size', async () => {
    const value = { query: 'мяч 🎾', k: 3 };
    const bytes = Buffer.from(JSON.stringify(value));
    for (const size of [1, 7, 1000]) {
      const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => at * size);
      const chunks = starts.map((start) => bytes.subarray(start, start + size));
      await expectRead(value, '/small', chunks);
    }
  });

  it('may hold an image of 5 MiB where that is allowed, escaped as PHP and .NET do', async () => {
    const value = { query: 'мяч', image_base64: randomBytes(5 * MIB).toString('base64') };
    const text = JSON.stringify(value);
    for (const sent of [text, text.replaceAll('/', '\\/'), text.replaceAll('+', '\\u002B')]) {
      const { body } = await send('/large', [sent]);
      expect(JSON.stringify(body) === JSON.stringify({ read: value })).toBe(true);
    }
  });

  it.each(Object.entries(ENCODERS))('is read as %s, until it grows too far', async (encoding, compress) => {
    const headers = { 'Content-Encoding': encoding };
    const value = { query: 'ball '.repeat(100) };
    await expectRead(value, '/small', [compress(JSON.stringify(value))], headers);
    const blanks = (bytes: number) => [compress(`{"query":"ball"${' '.repeat(bytes)}}`)];
    expect(await refusal('/large', blanks(7e6), headers)).toMatchObject({ type: 'body_too_large' });
    // More than tenfold, and more than any short body.
    expect(await refusal('/small', blanks(17 * KIB), headers)).toEqual(tooLarge(16 * KIB));
    await expectRead({ query: 'ball' }, '/small', blanks(15 * KIB), headers);
  });

  it.each(['application/json; charset=UTF-8', 'application/json;charset="utf-8"', 'Application/JSON'])(
    'of the type %s is read',
    async (type) => expectRead({}, '/small', ['{}'], { 'Content-Type': type }),
  );

  it('may begin with a byte order mark', () => expectRead({ k: 1 }, '/small', ['\ufeff{"k":1}']));

  const LONG = JSON.stringify({ image_base64: 'A'.repeat(SMALL_BYTES) });
  const NO_JSON = { status: 400, type: 'json_invalid' };
  const MALFORMED = { status: 400, type: 'request_malformed' };
  it.each<[name: string, path: string, chunks: () => Chunks, expected: object, headers?: Headers]>([
    ['announced above its limit', '/small', () => [LONG], tooLarge(SMALL_BYTES)],
    [
      'sent above its limit',
      '/small',
      () => [LONG.slice(0, 40_000), LONG.slice(40_000)],
      tooLarge(SMALL_BYTES),
    ],
    ['sent above 8 MiB', '/large', () => ['A'.repeat(LARGE_BYTES), 'A'], tooLarge(LARGE_BYTES)],
    [
      'above 64 KiB beside its image',
      '/large',
      () => [`{"query":"${'x'.repeat(SMALL_BYTES)}"}`],
      tooLarge(64 * KIB),
    ],
    ['in Latin 1', '/small', () => [Buffer.from('{"query":"\xff"}', 'latin1')], NO_JSON],
    ['in UTF-16', '/small', () => [Buffer.from('{"k":1}', 'utf16le')], NO_JSON],
    [
      'of many levels',
      '/small',
      () => ['['.repeat(30_000)],
      { type: 'json_too_deep', ctx: { depth_max: 16 } },
    ],
    ['of many values', '/small', () => [`[${'0,'.repeat(2_000)}`], { type: 'json_too_many_values' }],
    ['in chunks of a few bytes', '/small', () => [...repeated(' ', 5_000), '{}'], MALFORMED],
    ['not of the encoding it names', '/small', () => ['{}'], MALFORMED, { 'Content-Encoding': 'gzip' }],
  ])('%s is refused', async (...[, path, chunks, expected, headers]) => {
    expect(await refusal(path, chunks(), headers)).toMatchObject(expected);
  });

  it.each([
    { 'Content-Type': 'text/plain' },
    { 'Content-Type': 'application/json; charset=utf-16' },
    { 'Content-Type': 'application/json; charset=latin1' },
    { 'Content-Encoding': 'gzip, gzip' },
    { 'Content-Encoding': 'zstd' },
    { 'Content-Encoding': 'constructor' },
  ])('with the headers %j is refused', async (headers: Headers) => {
    const unsupported = { status: 415, type: 'content_type_unsupported' };
    expect(await refusal('/small', ['{}'], headers)).toMatchObject(unsupported);
  });
});

describe('bodies with images', () => {
  const image = JSON.stringify({ image_base64: 'A'.repeat(6 * MIB) });
  const statusOf = async (headers?: Headers) => (await send('/large', [image], headers)).status;

  it('in flight are bounded in all: the next is refused as overloaded, and taken once others are answered', async () => {
    const inFlight = Array.from({ length: 4 }, () => statusOf({ 'X-Hold': '1' }));
    while (held.length < 4) await sleep(10);
    const refused = await send('/large', [image]);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    expect(errorSchema.parse(refused.body).detail).toMatchObject([
      { type: 'overloaded', loc: [], input: null },
    ]);
    // Words alone still have room.
    await expectRead({ query: 'dog' }, '/large', ['{"query": "dog"}']);
    for (const answer of held.splice(0)) answer();
    expect(await Promise.all(inFlight)).toEqual([200, 200, 200, 200]);
    expect(await statusOf()).toBe(200);
  });

  it('of slow senders hold what they have sent, not what they announce', async () => {
    const slow = Array.from({ length: 8 }, () => {
      const outgoing = begin('/large', { 'Content-Length': String(image.length) });
      outgoing.write(image.slice(0, 1024));
      return outgoing;
    });
    await sleep(100);
    expect(await statusOf()).toBe(200);
    for (const outgoing of slow) outgoing.destroy();
    await sleep(100);
    expect(await Promise.all([statusOf(), statusOf(), statusOf()])).toEqual([200, 200, 200]);
  });
});
