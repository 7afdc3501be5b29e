import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { readAhead } from '../src/pipeline/streams.js';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let at = 0; at < count; at += 1) yield await Promise.resolve(at);
}

test('the next item is asked for while this one is in work, and no further one', async () => {
  let asked = 0;
  async function* counted(): AsyncGenerator<number> {
    for await (const item of numbers(5)) {
      asked = item;
      yield item;
    }
  }
  for await (const item of readAhead(counted())) {
    await sleep(5);
    expect(asked).toBe(Math.min(item + 1, 4));
  }
});

test('a failure is thrown in its turn', async () => {
  async function* failing(): AsyncGenerator<number> {
    yield* numbers(2);
    throw new Error('the disk is full');
  }
  const seen: number[] = [];
  await expect(
    (async () => {
      for await (const item of readAhead(failing())) {
        await sleep(5);
        seen.push(item);
      }
    })(),
  ).rejects.toThrow('the disk is full');
  expect(seen).toEqual([0, 1]);
});

test('a caller that stops early ends the items', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<number> {
    try {
      for (;;) yield await Promise.resolve(0);
    } finally {
      isEnded = true;
    }
  }
  for await (const item of readAhead(endless())) if (item === 0) break;
  expect(isEnded).toBe(true);
});
