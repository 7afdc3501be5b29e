import { Client } from '@grpc/grpc-js';
import { describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { detachedCall, within, type CallContext } from '../../src/call-context.js';
import { AppError } from '../../src/errors.js';
import { GRPC_MESSAGE_BYTES_MAX, keepaliveTo } from '../../src/grpc/channel-options.js';
import { inProcessTarget } from '../../src/grpc/in-process.js';
import {
  collect,
  echoForEachTest,
  type Behaviour,
  type EchoClient,
  type Note,
} from '../support/echo-service.js';

const call = (): CallContext => detachedCall(10_000);
const { serve, clientOf } = echoForEachTest();

type TargetOf = (address: string) => string;

const overConnection: TargetOf = (address) => address;

async function start(
  behaviour: Behaviour,
  targetOf: TargetOf = overConnection,
  more: Parameters<typeof serve>[1] = {},
): Promise<EchoClient> {
  return clientOf(targetOf((await serve(behaviour, more)).address));
}

/** Every kind of call, failing the same way. */
const failing = (error: Error): Behaviour => ({
  one: () => Promise.reject(error),
  gather: () => Promise.reject(error),
  // eslint-disable-next-line require-yield -- it fails before its first message
  spread: async function* () {
    await Promise.reject(error);
  },
});

type Ask = (echo: EchoClient, context: CallContext) => Promise<unknown>;
const UNAVAILABLE = { code: 'dependency_unavailable', ctx: { service: 'echo' } };
const one: Ask = (echo, context) => echo.one({ text: 'a' }, context);

const KINDS: [string, Ask, TargetOf][] = [
  ['unary', one, overConnection],
  ['unary in-process', one, inProcessTarget],
  ['client-streaming', (echo, context) => echo.gather([{ text: 'a' }], context), overConnection],
  ['server-streaming', (echo, context) => collect(echo.spread({ text: 'a' }, context)), overConnection],
];

describe.each(KINDS)('a %s call', (_, ask, targetOf) => {
  test('that fails with an error of ours fails with the same error at its caller', async () => {
    const issues = [
      { loc: ['body', 'filters', 0], msg: 'Too many — 過多', type: 'too_long', input: [1], ctx: { max: 4 } },
    ];
    const echo = await start(
      failing(new AppError('invalid_request', 'Too many.', { ctx: { plan: 'free' }, issues })),
      targetOf,
    );
    await expect(ask(echo, call())).rejects.toMatchObject({
      name: 'AppError',
      code: 'invalid_request',
      message: 'Too many.',
      ctx: { plan: 'free' },
      issues,
    });
  });

  test('that fails unexpectedly tells its caller nothing, and the log everything', async () => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    const echo = await start(failing(new Error('password=hunter2')), targetOf, { logger });
    const error = await ask(echo, { ...call(), requestId: 'req-1' }).catch(
      (thrown: unknown) => thrown as AppError,
    );
    expect(error).toMatchObject({
      code: 'internal',
      message: 'The service failed unexpectedly.',
      ctx: {},
      issues: [],
    });
    expect(lines.join('')).toMatch(/hunter2/);
    expect(lines.join('')).toMatch(/"requestId":"req-1"/);
  });

  test('fails at its deadline, and its handler is cancelled', async () => {
    const { behaviour, stopped } = endless();
    const echo = await start(behaviour, targetOf);
    const startedAt = Date.now();
    await expect(ask(echo, within(call(), 150))).rejects.toMatchObject({
      code: 'deadline_exceeded',
      ctx: { service: 'echo' },
    });
    expect(Date.now() - startedAt).toBeLessThan(3_000);
    await stopped;
  });

  test('is cancelled with its caller, and so is its handler', async () => {
    const { behaviour, begun, stopped } = endless();
    const echo = await start(behaviour, targetOf);
    const leaving = new AbortController();
    const outcome = ask(echo, { ...call(), signal: leaving.signal }).catch((error: unknown) => error);
    await begun;
    leaving.abort();
    expect(await outcome).toMatchObject({ code: 'cancelled' });
    await stopped;
    await expect(ask(echo, { ...call(), signal: leaving.signal })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test('is awaited by a stop, and later ones are told that the service is unavailable', async () => {
    const { behaviour, begun, release } = endless();
    const server = await serve(behaviour);
    const echo = clientOf(targetOf(server.address));
    const answer = ask(echo, call());
    await begun;
    const stopped = server.close();
    setTimeout(release, 50);
    await answer;
    await stopped;
    await expect(ask(echo, call())).rejects.toMatchObject(UNAVAILABLE);
  });

  test('that its only server cuts off when it stops fails as unavailable', async () => {
    const { behaviour, begun } = endless();
    const server = await serve(behaviour, { drainTimeoutMs: 20 });
    const outcome = ask(clientOf(targetOf(server.address)), call()).catch((error: unknown) => error);
    await begun;
    await server.close();
    expect(await outcome).toMatchObject(UNAVAILABLE);
  });
});

/** Work that lasts until its signal fires, or it is released. */
function endless() {
  let onBegun!: () => void;
  let onStopped!: () => void;
  let release!: () => void;
  const begun = new Promise<void>((resolve) => (onBegun = resolve));
  const stopped = new Promise<void>((resolve) => (onStopped = resolve));
  const work = ({ signal }: CallContext): Promise<Note> =>
    new Promise((resolve, reject) => {
      release = () => resolve({ text: 'done' });
      onBegun();
      signal.addEventListener('abort', () => {
        onStopped();
        reject(new Error('the work was broken off'));
      });
    });
  const behaviour: Behaviour = {
    one: (_note, context) => work(context),
    gather: (_notes, context) => work(context),
    spread: async function* (_note, context) {
      yield { text: 'first' };
      await work(context);
    },
  };
  return { behaviour, begun, stopped, release: () => release() };
}

describe('what a call carries', () => {
  test('is its deadline and its request id', async () => {
    let seen: CallContext | undefined;
    const echo = await start({
      one: (note, context) => {
        seen = context;
        return Promise.resolve(note);
      },
    });
    const context = { ...call(), requestId: 'req-42' };
    await echo.one({ text: 'a' }, context);
    expect(seen?.requestId).toBe('req-42');
    expect(Math.abs((seen?.deadlineAt ?? 0) - context.deadlineAt)).toBeLessThan(500);
  });

  test('keeps only the error when its faults are too many for a header', async () => {
    const issues = Array.from({ length: 500 }, (_, n) => ({
      loc: ['body', n],
      msg: 'x'.repeat(100),
      type: 'bad',
    }));
    const echo = await start(failing(new AppError('invalid_request', 'Many faults.', { issues })));
    await expect(echo.one({ text: 'a' }, call())).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'Many faults.',
      issues: [],
    });
  });
});

describe('streams', () => {
  test('a refusal in the middle of an upload ends the upload', async () => {
    const echo = await start({
      gather: async (notes) => {
        for await (const { text } of notes) if (text === '3') throw new AppError('body_too_large', 'Enough.');
        return { text: 'all' };
      },
    });
    let sent = 0;
    const notes = async function* (): AsyncGenerator<Note> {
      for (; sent < 1_000; sent += 1) {
        yield { text: String(sent) };
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    };
    await expect(echo.gather(notes(), call())).rejects.toMatchObject({ code: 'body_too_large' });
    expect(sent).toBeLessThan(900);
  });

  test('a failure after some messages reaches the caller after those messages', async () => {
    const echo = await start({
      spread: async function* () {
        yield { text: '1' };
        yield { text: '2' };
        await Promise.reject(new AppError('file_not_found', 'Gone.'));
      },
    });
    const texts: string[] = [];
    const reading = (async () => {
      for await (const { text } of echo.spread({ text: 'a' }, call())) texts.push(text);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'file_not_found' });
    expect(texts).toEqual(['1', '2']);
  });

  test('a slow reader holds the writer back, and one that leaves stops it', async () => {
    let written = 0;
    let onClosed: () => void;
    const closed = new Promise<void>((resolve) => (onClosed = resolve));
    const echo = await start({
      spread: async function* () {
        try {
          await Promise.resolve();
          for (; written < 2_000; written += 1) yield { text: 'x'.repeat(64 * 1024) };
        } finally {
          onClosed();
        }
      },
    });
    for await (const { text } of echo.spread({ text: 'a' }, call())) {
      expect(text).toHaveLength(64 * 1024);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(written).toBeLessThan(1_000);
      break;
    }
    await closed;
    expect(written).toBeLessThan(1_000);
  });
});

describe('a call in the same process', () => {
  test('opens no connection, and hands over messages of its own', async () => {
    const overConnection = jest.spyOn(Client.prototype, 'makeUnaryRequest');
    const seen: object[] = [];
    const one = (note: Note) => {
      seen.push(note);
      return Promise.resolve(note);
    };
    const echo = await start({ one }, inProcessTarget);
    const sent = { text: 'a' };
    const answer = await echo.one(sent, call());
    expect(seen).toEqual([sent]);
    expect(answer).toEqual(sent);
    expect(seen[0]).not.toBe(sent);
    expect(answer).not.toBe(seen[0]);
    expect(overConnection).not.toHaveBeenCalled();
  });

  test('is refused an answer larger than a message may be, as over a connection', async () => {
    const text = 'x'.repeat(GRPC_MESSAGE_BYTES_MAX);
    const echo = await start({ one: () => Promise.resolve({ text }) }, inProcessTarget);
    await expect(echo.one({ text: 'a' }, call())).rejects.toMatchObject({ code: 'dependency_unavailable' });
  });
});

test('pings go to other machines alone: a service on this one may be busy for longer than they wait', () => {
  for (const target of ['127.0.0.1:7001', 'localhost:7001', '[::1]:7001', 'unix:///run/rights.sock'])
    expect(keepaliveTo(target)).toEqual({});
  for (const target of ['dns:///rights:7004', '10.0.0.5:7004', '127.example.org:7004'])
    expect(keepaliveTo(target)).toMatchObject({ 'grpc.keepalive_time_ms': 4_000 });
});
