import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorSchema } from '@imagesearch/gateway/http/errors';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { GatewayProcess, createKeys } from '@imagesearch/testkit/processes/gateway-process';
import { Caller, unknownKey } from '@imagesearch/testkit/stack/caller';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

const ANSWER_BYTES_MAX = 64_000;
const HEAP_MIB = 96;
const UNREAD = 14;
const LINGER_MS = 2_000;

/** 7 MB. */
const manyKeys = (count = 700_000): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at.toString(36).padStart(5, 'k')}":1`).join(',')}}`;

/** A gateway in a process of its own, in little memory, before services that answer. */
describe('a gateway that is sent hostile JSON', () => {
  let stack: TestStack;
  let home: TestDatabase;
  let gateway: GatewayProcess;
  let keys: { free: string; pro: string; other: string };

  beforeAll(async () => {
    stack = await TestStack.start();
    home = await EMBEDDED_POSTGRES.create('gateway/postgres');
    gateway = await GatewayProcess.create({
      ...stack.stack.addresses,
      DATA_DIR: home.dir,
      LOG_LEVEL: 'silent',
      PRICING_FILE: await pricingWithLimits(home.dir),
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}`,
    });
    keys = await createKeys(gateway.env, { free: 'free', pro: 'pro', other: 'pro' });
    await gateway.start();
  }, 240_000);
  afterAll(async () => {
    await gateway.stop('SIGKILL');
    await home.drop();
    await stack.stop();
  });

  let other: Caller;
  beforeEach(() => {
    other = new Caller(gateway.baseUrl, keys.other);
  });

  const post = (key: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    fetch(`${gateway.baseUrl}/v1/search`, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body,
    });

  it.each(['free', 'pro'] as const)(
    'answers the searches of another account while it refuses six bodies of 700,000 keys from a %s key',
    async (plan) => {
      const body = manyKeys();
      const attack = Array.from({ length: 6 }, () => post(keys[plan], body));
      const searches = Array.from({ length: 10 }, () => other.post('/v1/search', { query: 'ball', k: 1 }));
      for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
      for (const answer of await Promise.all(attack)) {
        expect(answer.status).toBe(plan === 'free' ? 413 : 422);
        expect((await answer.arrayBuffer()).byteLength).toBeLessThan(ANSWER_BYTES_MAX);
      }
    },
  );

  const brotli = (plain: string): Buffer =>
    brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  const image = (value: string): string => `{"image_base64":"${value}"}`;
  const HOSTILE: [name: string, body: () => string | Buffer, headers?: Record<string, string>][] = [
    ['700,000 keys in brotli', () => brotli(manyKeys()), { 'Content-Encoding': 'br' }],
    ['a key of 7 MB', () => JSON.stringify({ ['k'.repeat(7e6)]: 1 })],
    [
      '30 keys of 300 control characters',
      () =>
        JSON.stringify(
          Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`${at}${'\u0001'.repeat(300)}`, 1])),
        ),
    ],
    ['a million licences', () => `{"query":"x","filters":{"license_any":[${'"",'.repeat(1e6)}""]}}`],
    ['an image of escaped quotes', () => image('\\"'.repeat(3.5e6))],
    ['an image of letters that are no base64', () => image('é'.repeat(3.5e6))],
    ['a data URL without an end', () => image(`data:${'a'.repeat(7e6)}`)],
    ['images a thousand times', () => `{${Array(1_000).fill('"image_base64":"aaaa"').join(',')}}`],
  ];

  it.each(HOSTILE)('refuses %s in a short answer', async (...[, write, headers]) => {
    const body = write();
    const answer = await post(keys.pro, body, headers);
    const said = await answer.text();
    expect(said.length).toBeLessThan(ANSWER_BYTES_MAX);
    const { detail } = errorSchema.parse(JSON.parse(said));
    expect(detail.length).toBeLessThanOrEqual(20);
    expect([400, 413, 422]).toContain(answer.status);
  });

  it.each(['free', 'pro'] as const)(
    `outlives ${UNREAD} answers to a %s key that nobody reads`,
    async (plan) => {
      for (const body of [manyKeys(), manyKeys(900)]) {
        const sockets = await Promise.all(Array.from({ length: UNREAD }, () => sendUnread(keys[plan], body)));
        await sleep(LINGER_MS);
        expect((await other.post('/v1/search', { query: 'ball', k: 1 })).status).toBe(200);
        for (const socket of sockets) socket.destroy();
      }
    },
  );

  /** As Python's standard library does: nothing is read before the last byte is written. */
  async function sendThenRead(key: string, bodyBytes: number): Promise<string> {
    const { hostname, port } = new URL(gateway.baseUrl);
    const socket = connect(Number(port), hostname).pause();
    await once(socket, 'connect');
    const headers = `Host: ${hostname}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nConnection: close`;
    socket.write(`POST /v1/search HTTP/1.1\r\n${headers}\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
    await new Promise<void>((written, failed) => {
      socket.write('x'.repeat(bodyBytes), (error) => (error ? failed(error) : written()));
    });
    return text(socket);
  }

  it.each([17, 100])(
    'answers a body of %s MB to a caller that writes all of it before it reads',
    async (megabytes) => {
      for (const [key, status] of [
        [keys.pro, 413],
        [unknownKey(), 401],
      ] as const) {
        const answer = await sendThenRead(key, megabytes * 1e6);
        expect(answer).toContain(`HTTP/1.1 ${status} `);
        errorSchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))));
      }
    },
  );

  async function sendUnread(key: string, body: string): Promise<Socket> {
    const { hostname, port } = new URL(gateway.baseUrl);
    const socket = connect(Number(port), hostname).on('error', () => undefined);
    await once(socket, 'connect');
    socket
      .pause()
      .write(
        `POST /v1/search HTTP/1.1\r\nHost: ${hostname}\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\n` +
          `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
    return socket;
  }
});
