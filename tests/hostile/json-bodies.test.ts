import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { unknownKey } from '@imagesearch/testkit/stack/caller';
import { HostileGateway } from './support/hostile-gateway.js';
import { RawConnection, rawRequest } from './support/raw-connection.js';

const ANSWER_BYTES_MAX = 64_000;
const HEAP_MIB = 128;
const UNREAD = 14;
const LINGER_MS = 2_000;

/** 7 MB. */
const manyKeys = (count = 700_000): string =>
  `{${Array.from({ length: count }, (_, at) => `"${at.toString(36).padStart(5, 'k')}":1`).join(',')}}`;

const gateway = await HostileGateway.start({
  limits: { heapMibMax: HEAP_MIB },
  accounts: { free: 'free', pro: 'pro', other: 'pro' },
});
afterAll(() => gateway.stop());
const other = gateway.caller('other');

describe('a gateway with little memory that is sent hostile JSON', () => {
  const post = (account: string, body: string) =>
    fetch(`${gateway.process.baseUrl}/v1/search`, {
      method: 'POST',
      headers: { 'X-API-Key': gateway.key(account), 'Content-Type': 'application/json' },
      body,
    });

  it.each(['free', 'pro'] as const)(
    'answers the searches of another account while it refuses six bodies of 700,000 keys from a %s key',
    async (plan) => {
      const body = manyKeys();
      const attack = Array.from({ length: 6 }, () => post(plan, body));
      const searches = Array.from({ length: 10 }, () => other.post('/v1/search', { query: 'ball', k: 1 }));
      for (const { status } of await Promise.all(searches)) expect(status).toBe(200);
      for (const answer of await Promise.all(attack)) {
        expect(answer.status).toBe(plan === 'free' ? 413 : 422);
        expect((await answer.arrayBuffer()).byteLength).toBeLessThan(ANSWER_BYTES_MAX);
      }
    },
  );

  it('refuses 7 MB that are no image, in a short answer', async () => {
    for (const image of ['\\"'.repeat(3.5e6), 'é'.repeat(3.5e6), `data:${'a'.repeat(7e6)}`]) {
      const answer = await post('pro', `{"image_base64":"${image}"}`);
      expect([413, 422]).toContain(answer.status);
      expect((await answer.text()).length).toBeLessThan(ANSWER_BYTES_MAX);
    }
  });

  it.each(['free', 'pro'] as const)(
    `outlives ${UNREAD} answers to a %s key that nobody reads`,
    async (plan) => {
      for (const body of [manyKeys(), manyKeys(900)]) {
        const headers = { 'X-API-Key': gateway.key(plan) };
        const request = rawRequest({ method: 'POST', path: '/v1/search', headers, body });
        const connections = await Promise.all(
          Array.from({ length: UNREAD }, () => RawConnection.open(gateway.port)),
        );
        for (const connection of connections) connection.pause().send(request);
        await sleep(LINGER_MS);
        expect((await other.post('/v1/search', { query: 'ball', k: 1 })).status).toBe(200);
        for (const connection of connections) connection.close();
      }
    },
  );

  /** As Python's standard library does: nothing is read before the last byte is written. @returns the statuses. */
  async function writeThenRead(key: string, bodyBytes: number): Promise<number[]> {
    const connection = (await RawConnection.open(gateway.port)).pause();
    const headers = {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      'Content-Length': String(bodyBytes),
      Connection: 'close',
    };
    connection.send(rawRequest({ method: 'POST', path: '/v1/search', headers }));
    await new Promise<void>((written, failed) => {
      connection.socket.write('x'.repeat(bodyBytes), (error) => (error ? failed(error) : written()));
    });
    await connection.resume().ended;
    return connection.close().statuses;
  }

  it.each([17, 100])(
    'answers a body of %s MB to a caller that writes all of it before it reads',
    async (megabytes) => {
      expect(await writeThenRead(gateway.key('pro'), megabytes * 1e6)).toEqual([413]);
      expect(await writeThenRead(unknownKey(), megabytes * 1e6)).toEqual([401]);
    },
  );
});
