import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { DecodeFailure, DecoderPool } from '../src/decoder/pool.js';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';

interface Task {
  does: 'turn' | 'loop' | 'hold' | 'refuse' | 'lack' | 'fill' | 'print' | 'crash' | 'killed';
  holdMs?: number;
  /** Each process that gets the task leaves a line in this file. */
  log?: string;
  /** Only while fewer processes had it. */
  times?: number;
}

/** A process runs built files only. */
const CHANNEL = pathToFileURL(join(import.meta.dirname, '../dist/decoder/channel.js')).href;
/** What decoders of images do, without an image. */
const PROGRAM = `
  import { serveDecoder } from ${JSON.stringify(CHANNEL)};
  import { appendFileSync, readFileSync } from 'node:fs';
  import { setTimeout as sleep } from 'node:timers/promises';
  await serveDecoder(async (bytes, { does, holdMs, log, times = Infinity }) => {
    if (log !== undefined) appendFileSync(log, process.pid + '\\n');
    if (log !== undefined && readFileSync(log, 'utf8').split('\\n').length - 1 > times) does = 'turn';
    if (does === 'crash') process.abort();
    if (does === 'killed') process.kill(process.pid, 'SIGKILL');
    if (does === 'loop') for (;;);
    if (does === 'hold') await sleep(holdMs);
    if (does === 'refuse') throw new Error('it is no image\\nat all');
    if (does === 'lack') throw new Error('vips_tracked: out of memory -- size == 577MB');
    if (does === 'print') process.stdout.write('\\u001b[31mred');
    if (does === 'fill') for (const all = [];;) all.push(Buffer.alloc(8 * 1024 * 1024, 1));
    return { facts: { pid: process.pid }, blocks: [Buffer.from(bytes).reverse()] };
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

const logOf = () => join(folder, `${crypto.randomUUID()}.log`);
const processesIn = async (log: string): Promise<number> =>
  new Set((await readFile(log, 'utf8')).trim().split('\n')).size;

test.each(['crash', 'killed', 'lack'] as const)(
  'an image whose process ends (%s) is tried again in a new one, which decodes it',
  async (does) => {
    await bothReady();
    const log = logOf();
    expect([...(await decode({ does, log, times: 1 })).bytes]).toEqual([3, 2, 1]);
    expect(await processesIn(log)).toBe(2);
  },
);

test.each([
  ['crash', 'ended'],
  ['lack', 'ended'],
  ['killed', 'unavailable'],
] as const)('an image whose new process ends too (%s) is given up as "%s"', async (does, reason) => {
  const log = logOf();
  await expect(decode({ does, log })).rejects.toMatchObject({ reason });
  expect(await processesIn(log)).toBe(2);
  expect([...(await decode({ does: 'turn' })).bytes]).toEqual([3, 2, 1]);
});

test('a program that does not start says nothing of an image', async () => {
  const missing = new DecoderPool({ program: join(folder, 'no-such.mjs'), processes: 1, memoryMib: 256 });
  const call = detachedCall(TIMEOUT_MS);
  await expect(missing.decode(Buffer.from([1]), {}, { call, timeoutMs: TIMEOUT_MS })).rejects.toMatchObject({
    reason: 'unavailable',
  });
  missing.close();
});

itWith(ENGINES.boundedMemory, 'a system without a free descriptor says nothing of an image', async () => {
  const pool = pathToFileURL(join(import.meta.dirname, '../dist/decoder/pool.js')).href;
  const script = join(folder, 'no-descriptors.mjs');
  await writeFile(
    script,
    `import { openSync } from 'node:fs';
     import { DecoderPool } from ${JSON.stringify(pool)};
     const all = new DecoderPool({ program: 'none.mjs', processes: 1, memoryMib: 256 });
     const call = { deadlineAt: Date.now() + 60_000, signal: new AbortController().signal };
     try { for (;;) openSync('/dev/null'); } catch {}
     await all.decode(Buffer.from([1]), {}, { call, timeoutMs: 60_000 }).catch(({ reason }) => process.stdout.write(String(reason)));
     process.exit();`,
  );
  const bounded = ['-c', 'ulimit -n 64; exec "$0" "$1"', process.execPath, script];
  expect(execFileSync('/bin/sh', bounded).toString()).toBe('unavailable');
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
