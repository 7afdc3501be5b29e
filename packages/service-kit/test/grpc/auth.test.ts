import { beforeEach, expect, test } from '@jest/globals';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { pino } from 'pino';
import { detachedCall, type CallContext } from '../../src/call-context.js';
import type { RunningGrpcServer } from '../../src/grpc/server.js';
import { collect, echoForEachTest, type EchoClient, type Note } from '../support/echo-service.js';

const TOKEN = 'a-token-of-these-tests-0123456789';
const NEXT_TOKEN = 'the-token-after-it-0123456789abcdef';
const REFUSED = {
  code: 'internal',
  message: 'The echo service refused the call: SERVICE_TOKEN is not the same on both sides.',
};

const call = (): CallContext => detachedCall(10_000);
const { serve, clientOf } = echoForEachTest();

let server: RunningGrpcServer;
let handled: string[];
let lines: string[];
beforeEach(async () => {
  handled = [];
  lines = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  server = await serve(
    {
      one: (note) => {
        handled.push('one');
        return Promise.resolve(note);
      },
      gather: async (notes) => {
        handled.push('gather');
        return { text: (await collect(notes)).join('') };
      },
      spread: async function* (note) {
        handled.push('spread');
        await Promise.resolve();
        yield note;
      },
    },
    { logger, serviceTokens: [NEXT_TOKEN, TOKEN] },
  );
});

const echoWith = (serviceToken?: string): EchoClient => clientOf(server.address, serviceToken);

test.each<[string, (echo: EchoClient) => Promise<unknown>, unknown]>([
  ['unary', (echo) => echo.one({ text: 'a' }, call()), { text: 'a' }],
  ['client-streaming', (echo) => echo.gather([{ text: 'a' }, { text: 'b' }], call()), { text: 'ab' }],
  ['server-streaming', (echo) => collect(echo.spread({ text: 'a' }, call())), ['a']],
])(
  'a %s call is answered with any token of the list, and without one no handler runs',
  async (_, ask, answer) => {
    await expect(ask(echoWith())).rejects.toMatchObject(REFUSED);
    expect(handled).toEqual([]);
    for (const token of [TOKEN, NEXT_TOKEN]) expect(await ask(echoWith(token))).toEqual(answer);
  },
);

test.each([
  ['another', 'another-token-0123456789abcdefghij'],
  ['the beginning of the right one', TOKEN.slice(0, -1)],
  ['the whole list', `${NEXT_TOKEN},${TOKEN}`],
])('%s is no token', async (_, token) => {
  await expect(echoWith(token).one({ text: 'a' }, call())).rejects.toMatchObject(REFUSED);
  expect(handled).toEqual([]);
});

test('a refusal says in the log which call it was, and no token', async () => {
  const wrong = 'wrong-token-of-a-stranger';
  await expect(echoWith(wrong).one({ text: 'a' }, call())).rejects.toMatchObject({
    ...REFUSED,
    ctx: { service: 'echo' },
  });
  const log = lines.join('');
  expect(log).toContain('/test.Echo/One');
  for (const token of [wrong, TOKEN, NEXT_TOKEN]) expect(log).not.toContain(token);
});

test('a large upload without a token is refused before it is sent', async () => {
  let sent = 0;
  const notes = async function* (): AsyncGenerator<Note> {
    for (; sent < 500; sent += 1) {
      await Promise.resolve();
      yield { text: 'x'.repeat(64 * 1024) };
    }
  };
  await expect(echoWith().gather(notes(), call())).rejects.toMatchObject({ code: 'internal' });
  expect(sent).toBeLessThan(250);
  expect(handled).toEqual([]);
});

test('the health service answers without a token', async () => {
  expect(await healthStatus(server.address)).toBe('SERVING');
});
