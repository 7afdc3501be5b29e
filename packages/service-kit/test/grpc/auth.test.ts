import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { pino } from 'pino';
import { detachedCall, type CallContext } from '../../src/call-context.js';
import type { RunningGrpcServer } from '../../src/grpc/server.js';
import { createEchoClient, startEchoService, type EchoClient, type Note } from '../support/echo-service.js';

const TOKEN = 'a-token-of-these-tests-0123456789';
const NEXT_TOKEN = 'the-token-after-it-0123456789abcdef';

const call = (): CallContext => detachedCall(10_000);

let server: RunningGrpcServer;
let handled: string[];
let lines: string[];
let clients: { close: () => void }[];
beforeEach(async () => {
  handled = [];
  lines = [];
  clients = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  server = await startEchoService(
    {
      one: (note) => {
        handled.push('one');
        return Promise.resolve(note);
      },
      gather: async (notes) => {
        handled.push('gather');
        let text = '';
        for await (const note of notes) text += note.text;
        return { text };
      },
      spread: async function* (note) {
        handled.push('spread');
        await Promise.resolve();
        yield note;
        yield note;
      },
    },
    logger,
    [NEXT_TOKEN, TOKEN],
  );
});
afterEach(async () => {
  for (const client of clients) client.close();
  await server.close();
});

function echoWith(serviceToken: string | undefined): EchoClient {
  const client = createEchoClient(server.address, serviceToken);
  clients.push(client);
  return client;
}

async function collect(notes: AsyncIterable<Note>): Promise<string> {
  let all = '';
  for await (const { text } of notes) all += text;
  return all;
}

const KINDS: [string, (echo: EchoClient) => Promise<string>, string][] = [
  ['unary', async (echo) => (await echo.one({ text: 'a' }, call())).text, 'a'],
  [
    'client-streaming',
    async (echo) => (await echo.gather([{ text: 'a' }, { text: 'b' }], call())).text,
    'ab',
  ],
  ['server-streaming', (echo) => collect(echo.spread({ text: 'a' }, call())), 'aa'],
];

describe.each(KINDS)('a %s call to a server that asks for a token', (_, ask, answer) => {
  test.each([
    ['none', undefined],
    ['another', 'another-token-0123456789abcdefghij'],
    ['the beginning of the right one', TOKEN.slice(0, -1)],
    ['the whole list', `${NEXT_TOKEN},${TOKEN}`],
  ])(
    'with %s is refused before its handler runs, and says which service and variable',
    async (_name, token) => {
      await expect(ask(echoWith(token))).rejects.toMatchObject({
        code: 'internal',
        message: 'The echo service refused the call: SERVICE_TOKEN is not the same on both sides.',
      });
      expect(handled).toEqual([]);
    },
  );

  test.each([TOKEN, NEXT_TOKEN])('with any token of its list is answered', async (token) => {
    await expect(ask(echoWith(token))).resolves.toBe(answer);
  });
});

test('a refusal is UNAUTHENTICATED without a word of why, and the log names the call and no token', async () => {
  const raw = new Client(server.address, credentials.createInsecure());
  clients.push(raw);
  const metadata = new Metadata();
  metadata.set('authorization', 'Bearer wrong-token-of-a-stranger');
  const error = await new Promise<{ code: status; details: string; metadata: Metadata } | null>((resolve) => {
    raw.makeUnaryRequest(
      '/test.Echo/One',
      (note: Note) => Buffer.from(JSON.stringify(note)),
      (bytes: Buffer) => bytes,
      { text: 'a' },
      metadata,
      resolve,
    );
  });
  expect(error).toMatchObject({ code: status.UNAUTHENTICATED, details: '' });
  expect(error?.metadata.get('app-error-bin')).toEqual([]);
  const log = lines.join('');
  expect(log).toContain('/test.Echo/One');
  for (const token of ['wrong-token', TOKEN, NEXT_TOKEN]) expect(log).not.toContain(token);
});

test('a large upload without a token is refused before it is sent', async () => {
  let sent = 0;
  const notes = async function* (): AsyncGenerator<Note> {
    for (; sent < 500; sent += 1) {
      await Promise.resolve();
      yield { text: 'x'.repeat(64 * 1024) };
    }
  };
  await expect(echoWith(undefined).gather(notes(), call())).rejects.toMatchObject({ code: 'internal' });
  expect(sent).toBeLessThan(250);
  expect(handled).toEqual([]);
});

test('the health service answers without a token', async () => {
  expect(await healthStatus(server.address)).toBe('SERVING');
});
