import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '@imagesearch/service-kit/logging';
import express from 'express';
import { BodyBudget, jsonBody } from '../../src/http/body.js';
import { errorHandler } from '../../src/http/error-handler.js';
import { errorSchema } from '../../src/http/errors.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

const KIB = 1024;
const SMALL = { bytesMax: 64 * KIB };
const LARGE = { bytesMax: 8 * KIB * KIB };
const JSON_TYPE = { 'Content-Type': 'application/json' };
const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };

describe('a JSON body', () => {
  const app = express();
  const budget = new BodyBudget(64 * LARGE.bytesMax);
  app.post(
    '/small',
    jsonBody(budget, () => SMALL),
  );
  app.post(
    '/large',
    jsonBody(budget, () => LARGE),
  );
  app.use((request, response) => void response.json({ read: request.body as unknown }));
  app.use(errorHandler(createLogger({ service: 'test', level: 'silent' })));
  const server = httpServerForAll(app);

  /** @param chunks One is sent with its length, more are sent in chunks. */
  const send = async (path: string, chunks: (string | Buffer)[], headers: Record<string, string> = {}) => {
    const outgoing = httpRequest({
      agent: false,
      port: server.port,
      path,
      method: 'POST',
      headers: { ...JSON_TYPE, ...headers },
    });
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    // A connection that is cut while a body is sent fails after its answer was read.
    outgoing.on('error', () => undefined);
    const last = chunks.at(-1) ?? '';
    for (const chunk of chunks.slice(0, -1)) outgoing.write(chunk);
    outgoing.end(last);
    const [response] = await answered;
    const body: unknown = JSON.parse(await text(response));
    return { status: response.statusCode, body };
  };
  const refusal = async (...args: Parameters<typeof send>) => {
    const { status, body } = await send(...args);
    const [fault] = errorSchema.parse(body).detail;
    return { status, type: fault?.type, ctx: fault?.ctx };
  };
  const tooLarge = (bytesMax: number) => ({
    status: 413,
    type: 'body_too_large',
    ctx: { bytes_max: bytesMax },
  });

  it('is read completely, in chunks of any size', async () => {
    const value = { query: 'мяч 🎾', k: 3 };
    const bytes = Buffer.from(JSON.stringify(value));
    for (const size of [1, 7, 1000]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      expect(await send('/small', chunks)).toEqual({ status: 200, body: { read: value } });
    }
  });

  it('may hold an image of 5 MiB where that is allowed', async () => {
    const image = randomBytes(5 * KIB * KIB).toString('base64');
    const json = JSON.stringify({ query: 'мяч', image_base64: image });
    // As PHP and .NET escape it.
    for (const sent of [json, json.replaceAll('/', '\\/'), json.replaceAll('+', '\\u002B')]) {
      const { status, body } = await send('/large', [sent]);
      const { read } = body as { read: { query: string; image_base64: string } };
      expect({ status, query: read.query, isSame: read.image_base64 === image }).toEqual({
        status: 200,
        query: 'мяч',
        isSame: true,
      });
    }
  });

  it('is refused above its limit, announced or not', async () => {
    const json = JSON.stringify({ image_base64: 'A'.repeat(SMALL.bytesMax) });
    expect(await refusal('/small', [json])).toEqual(tooLarge(SMALL.bytesMax));
    expect(await refusal('/small', [json.slice(0, 40_000), json.slice(40_000)])).toEqual(
      tooLarge(SMALL.bytesMax),
    );
    expect(await refusal('/large', ['A'.repeat(LARGE.bytesMax), 'A'])).toEqual(tooLarge(LARGE.bytesMax));
  });

  it('is refused above 64 KiB beside its image', async () => {
    const query = 'x'.repeat(SMALL.bytesMax);
    expect(await refusal('/large', [JSON.stringify({ query })])).toEqual(tooLarge(SMALL.bytesMax));
  });

  it.each(Object.entries(ENCODERS))('is read when it is sent as %s', async (encoding, compress) => {
    const value = { query: 'ball '.repeat(100) };
    const sent = await send('/small', [compress(JSON.stringify(value))], { 'Content-Encoding': encoding });
    expect(sent).toEqual({ status: 200, body: { read: value } });
  });

  it.each(Object.entries(ENCODERS))(
    'sent as %s is refused when it grows too far',
    async (encoding, compress) => {
      const headers = { 'Content-Encoding': encoding };
      const blanks = (bytes: number) => [compress(`{"query":"ball"${' '.repeat(bytes)}}`)];
      expect(await refusal('/large', blanks(7e6), headers)).toMatchObject({
        status: 413,
        type: 'body_too_large',
      });
      // More than tenfold, and more than any short body.
      expect(await refusal('/small', blanks(17 * KIB), headers)).toEqual(tooLarge(16 * KIB));
      expect(await send('/small', blanks(15 * KIB), headers)).toMatchObject({ status: 200 });
    },
  );

  it('that is not of the encoding it names is refused', async () => {
    expect(await refusal('/small', ['{}'], { 'Content-Encoding': 'gzip' })).toMatchObject({
      status: 400,
      type: 'request_malformed',
    });
  });

  it.each([
    [{ 'Content-Type': 'text/plain' }],
    [{ 'Content-Type': 'application/json; charset=utf-16' }],
    [{ 'Content-Type': 'application/json; charset=latin1' }],
    [{ 'Content-Encoding': 'gzip, gzip' }],
    [{ 'Content-Encoding': 'zstd' }],
    [{ 'Content-Encoding': 'constructor' }],
  ])('with the headers %j is refused', async (headers) => {
    expect(await refusal('/small', ['{}'], headers)).toMatchObject({
      status: 415,
      type: 'content_type_unsupported',
    });
  });

  it.each(['application/json; charset=UTF-8', 'application/json;charset="utf-8"', 'Application/JSON'])(
    'of the type %s is read',
    async (type) => {
      expect((await send('/small', ['{}'], { 'Content-Type': type })).status).toBe(200);
    },
  );

  it('may begin with a byte order mark, and is refused in other than UTF-8', async () => {
    expect(await send('/small', ['\ufeff{"k":1}'])).toEqual({ status: 200, body: { read: { k: 1 } } });
    for (const bytes of [Buffer.from('{"query":"\xff"}', 'latin1'), Buffer.from('{"k":1}', 'utf16le')])
      expect(await refusal('/small', [bytes])).toMatchObject({ status: 400, type: 'json_invalid' });
  });

  it('of too many levels or values is refused by name, before it is parsed', async () => {
    expect(await refusal('/small', ['['.repeat(30_000)])).toEqual({
      status: 422,
      type: 'json_too_deep',
      ctx: { depth_max: 16 },
    });
    expect(await refusal('/small', [`[${'0,'.repeat(2_000)}`])).toEqual({
      status: 422,
      type: 'json_too_many_values',
      ctx: { values_max: 1000 },
    });
  });

  it('in very many chunks of a few bytes is refused', async () => {
    const chunks = Array.from({ length: 5_000 }, () => ' ');
    expect(await refusal('/small', [...chunks, '{}'])).toMatchObject({
      status: 400,
      type: 'request_malformed',
    });
  });
});
