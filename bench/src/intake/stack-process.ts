import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';

/** The whole stack of a built checkout, in a process of its own over an empty data folder. */
export interface StackProcess {
  dataDir: string;
  /** Ingests a folder with the command of the same checkout. @throws Error when the command fails. */
  ingest(folder: string): Promise<Spent>;
  memory(): Promise<Memory>;
  close(): Promise<void>;
}

/** What an ingestion took; processor time is that of the command and of the stack together. Linux only. */
export interface Spent {
  seconds: number;
  processorSeconds: number;
}

/** MiB. Linux only. */
export interface Memory {
  resident: number;
  /** Resident, and not of a file: the heaps of all engines. */
  anonymous: number;
}

const START_PROGRAMS = ['packages/local-stack/dist/start.js', 'packages/local-stack/dist/demo.js'];
const INGEST_PROGRAMS = ['services/ingest/dist/main.js', 'packages/ingest/dist/main.js'];
const KIB_PER_MIB = 1024;
/** The unit of `/proc/<pid>/stat` on every Linux of today. */
const TICKS_PER_SECOND = 100;

export async function startStackProcess(checkout: string, modelDir: string): Promise<StackProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-intake-data-'));
  const env = {
    ...memorySettingsOf(checkout),
    ...process.env,
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    MODEL_DIR: modelDir,
    PORT: String(await freePort()),
  };
  const program = (candidates: readonly string[], ...args: string[]): ChildProcess => {
    const path = candidates.find((candidate) => existsSync(join(checkout, candidate)));
    if (path === undefined) throw new Error(`${checkout} is not built.`);
    // An early commit has the demonstration alone.
    const limit = path.endsWith('demo.js') ? ['--limit', '1'] : [];
    return spawn(process.execPath, [join(checkout, path), ...limit, ...args], {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };
  const stack = program(START_PROGRAMS);
  const close = async (): Promise<void> => {
    stack.kill('SIGTERM');
    if (stack.exitCode === null) await once(stack, 'exit');
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await untilServing(stack);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dataDir,
    ingest: async (folder) => {
      const startedAt = performance.now();
      const spentBefore = (await ticksOf(stack.pid)).own + (await ticksOf(process.pid)).children;
      const command = program(INGEST_PROGRAMS, 'folder', folder, '--source', 'photographs');
      command.stdout?.resume();
      const [code] = (await once(command, 'exit')) as [number | null];
      if (code !== 0) throw new Error(`ingest ended with ${code}`);
      const seconds = (performance.now() - startedAt) / 1_000;
      const spent = (await ticksOf(stack.pid)).own + (await ticksOf(process.pid)).children - spentBefore;
      return { seconds, processorSeconds: spent / TICKS_PER_SECOND };
    },
    memory: () => memoryOf(stack.pid),
    close,
  };
}

/** What `npm start` of the checkout sets. */
function memorySettingsOf(checkout: string): Record<string, string> {
  const path = join(checkout, 'scripts/memory-settings.cjs');
  if (!existsSync(path)) return {};
  const { MEMORY_SETTINGS } = createRequire(import.meta.url)(path) as {
    MEMORY_SETTINGS: Record<string, string>;
  };
  return MEMORY_SETTINGS;
}

function untilServing(stack: ChildProcess): Promise<void> {
  let printed = '';
  return new Promise((resolve, reject) => {
    stack.stdout?.on('data', (text: Buffer) => {
      printed += text.toString();
      if (/Stop with Ctrl-C|Ctrl-C stops/i.test(printed)) resolve();
    });
    stack.on('exit', () => reject(new Error(`The stack ended:\n${printed}`)));
  });
}

/** Processor time of a process, and of its children that have ended. */
async function ticksOf(pid: number | undefined): Promise<{ own: number; children: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before the closing bracket may hold spaces. What follows begins with the third field.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = NaN, system = NaN, childrenUser = NaN, childrenSystem = NaN] = fields.slice(11, 15);
  return { own: user + system, children: childrenUser + childrenSystem };
}

async function memoryOf(pid: number | undefined): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const of = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? NaN) / KIB_PER_MIB;
  return { resident: of('VmRSS'), anonymous: of('RssAnon') };
}
