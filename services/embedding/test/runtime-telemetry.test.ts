import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';

const MAIN = join(import.meta.dirname, '../dist/main.js');

/** The proxy that the runtime would report through: what asks it wants to leave this machine. */
const proxy = createServer((socket) => {
  socket.once('data', (asked) => {
    askedFor.push(asked.toString('latin1').split('\r\n')[0] ?? '');
    socket.destroy();
  });
  socket.on('error', () => undefined);
});
const askedFor: string[] = [];
let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'imagesearch-home-'));
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
}, 300_000);
afterEach(async () => {
  proxy.close();
  await rm(home, { recursive: true, force: true });
});

test('the runtime writes no device id and asks for no address outside, from its first session to its end', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  // An environment of its own: the runtime keeps silent in that of a test or of CI.
  const child = spawn(process.execPath, [MAIN], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      TMPDIR: home,
      https_proxy: through,
      http_proxy: through,
      DATA_DIR: join(home, 'data'),
      EMBEDDING_LISTEN: address,
      LOG_LEVEL: 'silent',
    },
  });
  const ended = once(child, 'exit');
  await until(async () => (await healthStatus(address).catch(() => undefined)) === 'SERVING');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(await readdir(home, { recursive: true })).toEqual([]);
  expect(askedFor).toEqual([]);
}, 90_000);
