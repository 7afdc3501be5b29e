import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';

export interface Intake {
  /** Of the whole command, with its start. */
  seconds: number;
  /** Of the stack after the command; its share of pages that processes share. Linux only. */
  residentMib: number;
}

const KIB_PER_MIB = 1024;

/** Starts the stack of a checkout on an empty data folder and ingests a folder of images. @throws when either fails. */
export async function ingestOnce(checkout: string, folder: string, modelDir: string): Promise<Intake> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-intake-data-'));
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    MODEL_DIR: modelDir,
    PORT: String(await freePort()),
  };
  const program = (path: string, ...args: string[]): ChildProcess =>
    spawn(process.execPath, [join(checkout, path), ...args], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const stack = program('packages/local-stack/dist/start.js');
  try {
    await untilServing(stack);
    const startedAt = performance.now();
    const ingesting = program('services/ingest/dist/main.js', 'folder', folder, '--source', 'photographs');
    const [code] = (await once(ingesting, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`ingest ended with ${code}`);
    return { seconds: (performance.now() - startedAt) / 1_000, residentMib: await residentMibOf(stack) };
  } finally {
    stack.kill('SIGTERM');
    if (stack.exitCode === null) await once(stack, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  }
}

function untilServing(stack: ChildProcess): Promise<void> {
  let printed = '';
  return new Promise((resolve, reject) => {
    stack.stdout?.on('data', (text: Buffer) => {
      printed += text.toString();
      if (printed.includes('Stop with Ctrl-C')) resolve();
    });
    stack.on('exit', () => reject(new Error(`The stack ended:\n${printed}`)));
  });
}

async function residentMibOf({ pid }: ChildProcess): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? NaN) / KIB_PER_MIB;
}
