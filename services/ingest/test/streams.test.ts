import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { overlapping } from '../src/pipeline/streams.js';

async function* numbers(count: number): AsyncGenerator<number> {
  for (let at = 0; at < count; at += 1) yield await Promise.resolve(at);
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

test('work on two items overlaps, never on more, and the results keep the order of the items', async () => {
  let running = 0;
  let most = 0;
  const work = async (item: number): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    // The first of a pair takes longer.
    await sleep(item % 2 === 0 ? 20 : 5);
    running -= 1;
    return item;
  };
  expect(await collect(overlapping(numbers(7), 2, work))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(most).toBe(2);
});

test('a failure is thrown in its turn, after running work has ended', async () => {
  const ended: number[] = [];
  const work = async (item: number): Promise<number> => {
    if (item === 1) throw new Error('the disk is full');
    await sleep(10);
    ended.push(item);
    return item;
  };
  await expect(collect(overlapping(numbers(9), 3, work))).rejects.toThrow('the disk is full');
  expect(ended).toEqual([0]);
});

test('a caller that stops early leaves no work behind', async () => {
  let running = 0;
  const work = async (item: number): Promise<number> => {
    running += 1;
    await sleep(10);
    running -= 1;
    return item;
  };
  for await (const item of overlapping(numbers(9), 3, work)) if (item === 1) break;
  expect(running).toBe(0);
});
