import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '#src/config';
import { createEmbedImages } from '#src/app/embed-images';
import { createEmbedTexts } from '#src/app/embed-texts';
import { createBoundedDecode } from '#src/adapters/images/bounded-decode';
import { decodeImage } from '#src/adapters/images/decode-image';
import { shrinkTo } from '#src/adapters/images/resize-pixels';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { drawPhotograph } from './photographs.js';
import { openBareLoop, openTowers, writeTowers } from './towers.js';
import { openTransformers } from './transformers.js';
import { measure, printMeasurements, type Load, type Measurement } from '@imagesearch/testkit/bench/measure';

const VECTOR_ONLY = { withSignals: false, withLikeness: false, withObjectNames: false };
const ROUNDS = 3;
const TEXT_LOADS: readonly Load[] = [
  { clients: 1, requests: 100 },
  { clients: 8, requests: 320 },
  { clients: 64, requests: 640 },
];
const IMAGE_LOADS: readonly Load[] = [
  { clients: 1, requests: 16 },
  { clients: 8, requests: 48 },
  { clients: 64, requests: 128 },
];
const IMAGES = 16;
const CALL_TIMEOUT_MS = 120_000;
/** Small enough to be full early: what grows after that is no cache. */
const CACHE_BYTES = 2 * 1024 * 1024;
/** What is measured. */
const PARTS = process.env['BENCH_PARTS'] ?? 'texts,pictures';
/** From so many clients at once. */
const CLIENTS = (process.env['BENCH_CLIENTS'] ?? '1,8,64').split(',').map(Number);

type Way = (name: string, load: Load) => Promise<Measurement>;

/**
 * Texts and images to vectors through the embedding service's queues, beside runs of the same graphs with nothing around
 * them, and beside @huggingface/transformers. Random weights in the shapes of CLIP ViT-B/32, eight bits each. All take
 * turns within one run, so that noise of the machine falls on all.
 */
async function main(): Promise<void> {
  const folder = join(await mkdtemp(join(tmpdir(), 'imagesearch-bench-')), 'clip');
  const config = { ...loadConfig({}), cacheBytesMax: CACHE_BYTES };
  const settings = { threads: availableParallelism(), device: 'cpu' } as const;
  await writeTowers(folder);
  const towers = await openTowers(folder, settings);
  const bare = await openBareLoop(folder, settings);
  const other = await openTransformers(folder);

  const models = () => ({
    ...towers,
    signals: { read: () => Promise.reject(new Error('not measured')), close: () => Promise.resolve() },
  });
  const texts = createEmbedTexts({ ...config, models });
  const images = createEmbedImages({
    ...config,
    models,
    modelSemaphore: createSemaphore(1),
    decode: createBoundedDecode(),
    shrink: shrinkTo,
  });
  const files = await Promise.all(Array.from({ length: IMAGES }, (_, at) => drawPhotograph(at, 1280, 960)));
  const fileAt = (at: number): Buffer => files[at % files.length] ?? Buffer.alloc(0);
  const call = () => detachedCall(CALL_TIMEOUT_MS);

  const textWays: Record<string, Way> = {
    service: (name, load) => measure(name, load, () => texts.embed([nextText()], call())),
    transformers: (name, load) => measure(name, load, () => other.text(nextText())),
    'bare loop': (name, load) =>
      measureBatches(name, load, config.textBatchMax, (size) =>
        bare.texts(Array.from({ length: size }, nextText)),
      ),
  };
  const imageWays: Record<string, Way> = {
    service: (name, load) => measure(name, load, (at) => images.embed(fileAt(at), VECTOR_ONLY, call())),
    transformers: (name, load) => measure(name, load, (at) => other.image(fileAt(at))),
    'decode, then run': (name, load) =>
      measureBatches(name, load, config.batchMax, async (size) => {
        const decoded = Array.from({ length: size }, async (_, at) =>
          towers.images.prepare(await decodeImage(fileAt(at))),
        );
        return towers.images.embed(await Promise.all(decoded));
      }),
    'bare loop': (name, load) => measureBatches(name, load, config.batchMax, (size) => bare.images(size)),
  };
  const wanted = (part: string, loads: readonly Load[]) =>
    PARTS.includes(part) ? loads.filter(({ clients }) => CLIENTS.includes(clients)) : [];
  for (const load of wanted('texts', TEXT_LOADS))
    await compare(`Texts, ${load.clients} clients`, textWays, load);
  for (const load of wanted('pictures', IMAGE_LOADS))
    await compare(`Pictures of 1280 × 960, ${load.clients} clients`, imageWays, load);

  await Promise.all([
    texts.close(),
    images.close(),
    bare.close(),
    towers.texts.close(),
    towers.images.close(),
  ]);
  await rm(join(folder, '..'), { recursive: true, force: true });
}

async function compare(title: string, ways: Record<string, Way>, load: Load): Promise<void> {
  const measurements: Measurement[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, way] of Object.entries(ways)) {
      const measured = await way(name, load);
      // The first round warms caches and compilers.
      if (round > 0) measurements.push(measured);
    }
  }
  printMeasurements(title, measurements);
}

/** The most that a loop could do: full batches one after another, everything there in advance. */
async function measureBatches(
  name: string,
  { requests, clients }: Load,
  batchMax: number,
  run: (size: number) => Promise<unknown>,
): Promise<Measurement> {
  const size = Math.min(clients, batchMax);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  for (let done = 0; done < requests; done += size) {
    const sentAt = performance.now();
    await run(size);
    latenciesMs.push(...Array.from({ length: size }, () => performance.now() - sentAt));
  }
  return { name, latenciesMs, elapsedMs: performance.now() - startedAt };
}

let drawn = 0;

/** Two to a dozen words; no text comes twice, so no vector comes from memory. */
function nextText(): string {
  drawn += 1;
  return `picture ${drawn} ${'red dog '.repeat(drawn % 6)}`;
}

await main();
process.exit(0);
