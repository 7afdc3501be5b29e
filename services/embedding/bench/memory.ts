import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { loadConfig } from '#src/config';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { writeHubFolder } from '@imagesearch/testkit/neural/hub-folder';
import { drawPhotograph } from './photographs.js';
import type { Message } from './service-process.js';
import { measure } from '@imagesearch/testkit/bench/measure';

const FIRST = 2_000;
const LAST = Number(process.env['BENCH_MEMORY_REQUESTS'] ?? 20_000);
/** Small ones are quick, but then what V8 keeps in reserve is a large share of everything. */
const SIZE = process.env['BENCH_MEMORY_TOWERS'] === 'small' ? 'small' : 'full';
const KINDS = (process.env['BENCH_MEMORY_KINDS'] ?? 'texts,pictures').split(',');
/** The most that memory may have grown between the two. */
const GROWTH_MAX = 1.05;
const CLIENTS = 64;
const IMAGES = 40;
const CALL_TIMEOUT_MS = 120_000;

/**
 * What the embedding service holds of memory after 2,000 requests and after 20,000, texts and images each in a process
 * of its own, over gRPC, on generated towers in the shapes of CLIP. Ends with 1 where it grew by more than a twentieth.
 */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'imagesearch-bench-'));
  const { modelDir } = loadConfig(process.env).settings;
  await ensureLiteProfile({ modelDir });
  const { env } = await writeHubFolder(folder, 'clip-b32', SIZE);
  const files = await Promise.all(
    // Of many sizes, as what is decoded has.
    Array.from({ length: IMAGES }, (_, at) => drawPhotograph(at, 320 + 24 * at, 280 + 16 * at)),
  );
  for (const kind of KINDS) {
    const [early, late] = await measureProcess(
      { ...process.env, ...env, MODEL_DIR: modelDir, EMBEDDING_TEXT_CACHE_MIB: '2', LOG_LEVEL: 'error' },
      kind === 'texts' ? undefined : files,
    );
    const growth = late / early;
    console.log(
      `${kind}: ${early.toFixed(0)} MiB after ${FIRST}, ${late.toFixed(0)} MiB after ${LAST} (× ${growth.toFixed(3)})`,
    );
    if (!(growth <= GROWTH_MAX)) process.exitCode = 1;
  }
  await rm(folder, { recursive: true, force: true });
}

/** Resident MiB after the first requests, and after the last. */
async function measureProcess(
  env: NodeJS.ProcessEnv,
  files: readonly Buffer[] | undefined,
): Promise<[early: number, late: number]> {
  const service = fork(join(import.meta.dirname, 'service-process.js'), {
    env,
    execArgv: ['--expose-gc'],
  });
  const heard = async (): Promise<Message> => ((await once(service, 'message')) as [Message])[0];
  const residentMib = async (): Promise<number> => {
    service.send('memory');
    const message = await heard();
    return 'residentMib' in message ? message.residentMib : Number.NaN;
  };
  const ready = await heard();
  const client = createEmbeddingClient('address' in ready ? ready.address : '');
  const ask = (from: number) => (at: number) => {
    const call = detachedCall(CALL_TIMEOUT_MS);
    if (files === undefined) return client.embedTexts({ texts: [`picture ${from + at} of a red dog`] }, call);
    const image = files[(from + at) % files.length] ?? Buffer.alloc(0);
    return client.embedImage({ image, withSignals: at % 4 === 0 }, call);
  };
  try {
    await measure('first', { requests: FIRST, clients: CLIENTS }, ask(0));
    const early = await residentMib();
    await measure('rest', { requests: LAST - FIRST, clients: CLIENTS }, ask(FIRST));
    return [early, await residentMib()];
  } finally {
    client.close();
    service.kill();
  }
}

await main();
