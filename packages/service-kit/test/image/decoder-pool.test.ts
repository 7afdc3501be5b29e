import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { DecodeFailure, DecoderPool } from '@imagesearch/service-kit/image/decoder-pool';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';

interface Task {
  does: 'turn' | 'loop' | 'hold' | 'refuse' | 'lack' | 'fill' | 'print';
  holdMs?: number;
}

/** A process runs built files only. */
const CHANNEL = pathToFileURL(join(import.meta.dirname, '../../dist/image/decoder-channel.js')).href;
/** What decoders of images do, without an image. */
const PROGRAM = `
  import { serveDecoder } from ${JSON.stringify(CHANNEL)};
  import { setTimeout as sleep } from 'node:timers/promises';
  await serveDecoder(async (bytes, { does, holdMs }) => {
    if (does === 'loop') for (;;);
    if (does === 'hold') await sleep(holdMs);
    if (does === 'refuse') throw new Error('it is no image\\nat all');
    if (does === 'lack') throw new Error('vips_tracked: out of memory -- size == 577MB');
    if (does === 'print') process.stdout.write('\\u001b[31mred');
    if (does === 'fill') for (const all = [];;) all.push(Buffer.alloc(8 * 1024 * 1024, 1));
    return { facts: { pid: process.pid }, bytes: Buffer.from(bytes).reverse() };
  });
`;
const TIMEOUT_MS = 60_000;

const folder = folderOfSuite();
let pool: DecoderPool<Task, { pid: number }>;

beforeAll(async () => {
  const program = join(folder, 'program.mjs');
  await writeFile(program, PROGRAM);
  pool = new DecoderPool({ program, processes: 2, memoryMib: 256 });
});
afterAll(() => pool.close());

const decode = (
  task: Task,
  { timeoutMs = TIMEOUT_MS, isLarge = false, file = Buffer.from([1, 2, 3]) } = {},
) => pool.decode(file, task, { call: detachedCall(TIMEOUT_MS), timeoutMs, isLarge });

/** Both processes have decoded something. @returns their ids. */
async function bothReady(): Promise<number[]> {
  const decoded = await Promise.all([1, 2].map(() => decode({ does: 'hold', holdMs: 100 })));
  return decoded.map(({ facts }) => facts.pid);
}

test('a process decodes one image after another, also after one that it refuses', async () => {
  const { facts, bytes } = await decode({ does: 'turn' });
  expect([...bytes]).toEqual([3, 2, 1]);
  expect(facts.pid).not.toBe(process.pid);
  await expect(decode({ does: 'refuse' })).rejects.toMatchObject({
    reason: 'refused',
    message: 'it is no image',
  });
  await expect(decode({ does: 'lack' })).rejects.toMatchObject({ reason: 'ended' });
  expect([...(await decode({ does: 'print' })).bytes]).toEqual([3, 2, 1]);
});

test('a large answer arrives whole', async () => {
  const file = Buffer.from(Array.from({ length: 3_000_000 }, (_, at) => at % 251));
  const { bytes } = await decode({ does: 'turn' }, { file });
  expect(bytes.equals(Buffer.from(file).reverse())).toBe(true);
});

test('a process that never returns is killed at its deadline, and another one decodes the next image', async () => {
  const before = await bothReady();
  await expect(decode({ does: 'loop' }, { timeoutMs: 300 })).rejects.toMatchObject({ reason: 'late' });
  const after = await bothReady();
  expect(new Set([...before, ...after]).size).toBe(3);
});

test('large images leave a process to the others', async () => {
  await bothReady();
  const finished: string[] = [];
  const note = (name: string) => () => void finished.push(name);
  const large = [1, 2, 3].map((at) =>
    decode({ does: 'hold', holdMs: 300 }, { isLarge: true }).then(note(`large ${at}`)),
  );
  const small = decode({ does: 'turn' }).then(note('small'));
  await Promise.all([...large, small]);
  expect(finished).toEqual(['small', 'large 1', 'large 2', 'large 3']);
});

itWith(ENGINES.boundedMemory, 'a process that fills its memory ends alone', async () => {
  await expect(decode({ does: 'fill' })).rejects.toBeInstanceOf(DecodeFailure);
  expect([...(await decode({ does: 'turn' })).bytes]).toEqual([3, 2, 1]);
});
