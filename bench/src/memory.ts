import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { KINDS, requestsOf } from './load/requests.js';
import { writePhotographs } from './intake/photographs.js';
import { startStackProcess, type StackProcess } from './intake/stack-process.js';

const PHOTOGRAPHS = 1_000;
const SIZE = { name: '1,000 px', width: 1_000, height: 750 };
const SEARCHES = 200;
const INTERVAL_MS = 5_000;
/** What is not needed any more has gone back to the system by then. */
const REST_MS = 30_000;

/** Memory of the whole stack in one process over time: at rest, during an ingestion, after searches, at rest again. */
async function main(): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'imagesearch-memory-'));
  const count = Number(process.argv.slice(2).find((argument) => argument !== '--') ?? PHOTOGRAPHS);
  const folder = await writePhotographs(join(scratch, 'photographs'), SIZE, count);
  const stack = await startStackProcess(resolve(import.meta.dirname, '../..'), join(scratch, 'models'));
  const startedAt = performance.now();
  const tell = (what: string): Promise<void> => print(what, (performance.now() - startedAt) / 1_000, stack);
  try {
    printOut('| second | what                    | resident MiB | of no file |');
    printOut('| -----: | :---------------------- | -----------: | ---------: |');
    await sleep(REST_MS);
    await tell('at rest');
    const sampling = setInterval(() => void tell('ingesting'), INTERVAL_MS);
    await stack.ingest(folder).finally(() => clearInterval(sampling));
    await tell(`${count} photographs later`);
    await search(stack.dataDir);
    await tell(`${SEARCHES} searches later`);
    await sleep(REST_MS);
    await tell('at rest');
  } finally {
    await stack.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

async function print(what: string, second: number, stack: StackProcess): Promise<void> {
  const { resident, anonymous } = await stack.memory();
  const cells = [second.toFixed(0).padStart(6), what.padEnd(23), resident.toFixed(0).padStart(12)];
  printOut(`| ${[...cells, anonymous.toFixed(0).padStart(10)].join(' | ')} |`);
}

async function search(dataDir: string): Promise<void> {
  const { base_url: baseUrl, keys } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8')) as {
    base_url: string;
    keys: { scale: string };
  };
  const requests = await requestsOf(new Caller(baseUrl, keys.scale));
  for (let at = 0; at < SEARCHES; at += 1) await requests[KINDS[at % KINDS.length] ?? 'text'](at);
}

await main();
