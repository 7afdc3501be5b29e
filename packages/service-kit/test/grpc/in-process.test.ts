import { Client } from '@grpc/grpc-js';
import { afterEach, expect, jest, test } from '@jest/globals';
import { detachedCall, type CallContext } from '../../src/call-context.js';
import { GRPC_MESSAGE_BYTES_MAX } from '../../src/grpc/channel-options.js';
import { inProcessTarget } from '../../src/grpc/in-process.js';
import type { RunningGrpcServer } from '../../src/grpc/server.js';
import { createLogger } from '../../src/logging.js';
import {
  createEchoClient,
  startEchoService,
  type Behaviour,
  type EchoClient,
} from '../support/echo-service.js';

const silent = createLogger({ service: 'test', level: 'silent' });
const call = (): CallContext => detachedCall(10_000);

let server: RunningGrpcServer | undefined;
let client: EchoClient | undefined;
afterEach(async () => {
  client?.close();
  await server?.close();
  [client, server] = [undefined, undefined];
});

async function start(behaviour: Behaviour, drainTimeoutMs = 1_000): Promise<EchoClient> {
  server = await startEchoService(behaviour, silent, [], { drainTimeoutMs });
  client = createEchoClient(inProcessTarget(server.address));
  return client;
}

test('a call in the same process opens no connection, and hands over messages of its own', async () => {
  const overConnection = jest.spyOn(Client.prototype, 'makeUnaryRequest');
  const seen: object[] = [];
  const echo = await start({
    one: (note) => {
      seen.push(note);
      return Promise.resolve(note);
    },
  });
  const sent = { text: 'a' };
  const answer = await echo.one(sent, call());
  expect(seen).toEqual([sent]);
  expect(answer).toEqual(sent);
  expect(seen[0]).not.toBe(sent);
  expect(answer).not.toBe(seen[0]);
  expect(overConnection).not.toHaveBeenCalled();
});

test('a stop waits for a call in flight', async () => {
  let finish!: () => void;
  const held = new Promise<void>((resolve) => (finish = resolve));
  const echo = await start({ one: (note) => held.then(() => note) });
  const answer = echo.one({ text: 'a' }, call());
  const stopped = server?.close();
  setTimeout(finish, 50);
  expect(await answer).toEqual({ text: 'a' });
  await stopped;
});

test('a stop cuts off a call that outlives the drain, and its caller hears that the service is unavailable', async () => {
  const echo = await start({ one: () => new Promise(() => undefined) }, 20);
  const answer = echo.one({ text: 'a' }, call()).catch((error: unknown) => error);
  await server?.close();
  expect(await answer).toMatchObject({ code: 'dependency_unavailable', ctx: { service: 'echo' } });
});

test('an answer larger than a message may be is refused, as over a connection', async () => {
  const text = 'x'.repeat(GRPC_MESSAGE_BYTES_MAX);
  const echo = await start({ one: () => Promise.resolve({ text }) });
  await expect(echo.one({ text: 'a' }, call())).rejects.toMatchObject({ code: 'dependency_unavailable' });
});
