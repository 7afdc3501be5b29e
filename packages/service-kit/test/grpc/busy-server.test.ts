import { expect, test } from '@jest/globals';
import { detachedCall } from '../../src/call-context.js';
import { spawnChild } from '../support/child-process.js';
import { createEchoClient } from '../support/echo-service.js';

/** More than the 4 s and 8 s after which a client leaves a silent server on another machine. */
const BUSY_MS = 14_000;
const DEADLINE_MS = 40_000;

/** Answers each call with how many it has had, after it has blocked its event loop. */
const BUSY_SERVER = `
import { createLogger } from './logging.js';
import { startGrpcServer, unary } from './grpc/server.js';
const logger = createLogger({ service: 'child', level: 'silent' });
const json = { Serialize: (note) => Buffer.from(JSON.stringify(note)), Deserialize: (bytes) => JSON.parse(bytes) };
let calls = 0;
const server = await startGrpcServer({
  listen: '127.0.0.1:0', logger, drainTimeoutMs: 100,
  definition: { One: { path: '/test.Echo/One', requestStream: false, responseStream: false,
    requestSerialize: json.Serialize, requestDeserialize: json.Deserialize,
    responseSerialize: json.Serialize, responseDeserialize: json.Deserialize } },
  handlers: { One: unary(logger, ({ text }) => {
    calls += 1;
    const endsAt = Date.now() + Number(text);
    while (Date.now() < endsAt);
    return Promise.resolve({ text: String(calls) });
  }) },
});
console.log(server.address);
`;

test('a service on this machine that is busy for 14 s answers the call, and is asked once', async () => {
  const child = spawnChild(BUSY_SERVER);
  const client = createEchoClient(await child.nextLine());
  try {
    await client.one({ text: '0' }, detachedCall(DEADLINE_MS));
    expect(await client.one({ text: String(BUSY_MS) }, detachedCall(DEADLINE_MS))).toEqual({ text: '2' });
  } finally {
    client.close();
    await child.kill();
  }
}, 90_000);
