import { status, type sendUnaryData } from '@grpc/grpc-js';
import { expect, test } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { detachedCall, type CallContext } from '../../src/call-context.js';
import { AppError } from '../../src/errors.js';
import { echoForEachTest, type Behaviour, type EchoClient, type Note } from '../support/echo-service.js';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { until } from '@imagesearch/testkit/processes/until';

const call = (): CallContext => detachedCall(10_000);
const { serve, clientOf: clientAt } = echoForEachTest();

/** A client of all these servers, as replicas of one name. */
const clientOf = (...replicas: { address: string }[]): EchoClient =>
  clientAt(`ipv4:${replicas.map(({ address }) => address).join(',')}`);

/** Answers with a name, and counts its calls. */
function named(text: string): { behaviour: Behaviour; calls: () => number } {
  let calls = 0;
  return {
    behaviour: {
      one: () => {
        calls += 1;
        return Promise.resolve({ text });
      },
    },
    calls: () => calls,
  };
}

async function answersOf(echo: EchoClient, count: number): Promise<string[]> {
  const answers: string[] = [];
  while (answers.length < count) answers.push((await echo.one({ text: '' }, call())).text);
  return answers;
}

test('calls are spread over the replicas, and one that starts later gets its share', async () => {
  const [first, second, later] = [named('first'), named('second'), named('later')];
  const address = `127.0.0.1:${await freePort()}`;
  const servers = [await serve(first.behaviour), await serve(second.behaviour)];
  const echo = clientOf(...servers, { address });
  await until(async () => (await answersOf(echo, 6)).filter((text) => text === 'second').length === 3);
  await serve(later.behaviour, { listen: address });
  await until(async () => (await answersOf(echo, 1))[0] === 'later');
});

test('an error that a service answers is final: only the layer that met it has retried', async () => {
  let calls = 0;
  const echo = clientOf(
    await serve({
      one: () => {
        calls += 1;
        return Promise.reject(new AppError('dependency_unavailable', 'The vector database is unavailable.'));
      },
    }),
  );
  await expect(echo.one({ text: '' }, call())).rejects.toMatchObject({ code: 'dependency_unavailable' });
  expect(calls).toBe(1);
});

test('retries have a budget: of a service that is down no more than 1.2 times the calls are asked', async () => {
  let attempts = 0;
  const server = await serve(
    {},
    {
      handlers: {
        // As a proxy answers for a service that is down: nothing says that the answer is final.
        One: (_call: unknown, answer: sendUnaryData<Note>) => {
          attempts += 1;
          answer({ code: status.UNAVAILABLE, details: 'It is down.' });
        },
      },
    },
  );
  const echo = clientOf(server);
  const CALLS = 100;
  for (let done = 0; done < CALLS; done += 1) await echo.one({ text: '' }, call()).catch(() => undefined);
  expect(attempts).toBeGreaterThan(CALLS);
  expect(attempts).toBeLessThan(1.2 * CALLS);
}, 30_000);

test('a call that outlives the drain of its replica is answered by another one', async () => {
  let begun = 0;
  const stuck: Behaviour = {
    one: (_note, { signal }) => {
      begun += 1;
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    },
  };
  const stopping = await serve(stuck, { drainTimeoutMs: 200 });
  const other = named('other');
  const echo = clientOf(stopping, await serve(other.behaviour));
  const answers: Promise<{ text: string }>[] = [];
  await until(() => {
    answers.push(echo.one({ text: '' }, call()));
    return Promise.resolve(begun > 0);
  });
  await stopping.close();
  expect(new Set((await Promise.all(answers)).map(({ text }) => text))).toEqual(new Set(['other']));
}, 20_000);

test('connections end at their age without losing a call, and a stream outlives them', async () => {
  const echo = clientOf(
    await serve(
      {
        spread: async function* () {
          for (let number = 0; number < 10; number += 1) {
            yield { text: String(number) };
            await sleep(200);
          }
        },
      },
      { connectionAgeMs: 300 },
    ),
  );
  const texts: string[] = [];
  const streaming = (async () => {
    for await (const { text } of echo.spread({ text: '' }, call())) texts.push(text);
  })();
  for (let calls = 0; calls < 100 || texts.length < 10; calls += 5)
    await Promise.all(Array.from({ length: 5 }, () => echo.one({ text: 'x' }, call())));
  await streaming;
  expect(texts).toHaveLength(10);
}, 20_000);
