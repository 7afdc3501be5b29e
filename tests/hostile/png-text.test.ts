import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { soundFiles } from '../support/hostile-pictures/catalogue.js';
import { textBomb } from '../support/hostile-pictures/text-bombs.js';
import { Caller } from '../support/http.js';
import { TestStack } from '../support/test-stack.js';

const AT_ONCE = 24;

let stack: TestStack;
let caller: Caller;

beforeAll(async () => {
  stack = await TestStack.start();
  caller = new Caller(stack.baseUrl, await stack.newKey('scale'));
}, 240_000);
afterAll(() => stack.stop());

const statusesOf = (files: readonly Buffer[]): Promise<number[]> =>
  Promise.all(
    files.map(async (bytes) => {
      const answer = await caller.post('/v1/search', { image_base64: bytes.toString('base64'), k: 1 });
      return answer.status;
    }),
  );

test.each(['zTXt', 'iTXt'] as const)(
  '24 images whose %s chunks inflate to gigabytes are answered, and so is the batch after them',
  async (kind) => {
    const { png } = await soundFiles();
    const bomb = textBomb(kind);
    expect(bomb.length).toBeGreaterThan(4_800_000);
    const attack = await statusesOf(Array.from({ length: AT_ONCE }, () => bomb));
    const after = await statusesOf(Array.from({ length: AT_ONCE }, () => png));
    process.stdout.write(`${kind}: attack ${attack.join(' ')}; after ${after.join(' ')}\n`);
    expect(new Set(attack)).toEqual(new Set([200]));
    expect(new Set(after)).toEqual(new Set([200]));
  },
  120_000,
);
