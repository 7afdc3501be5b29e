import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINILM } from '@imagesearch/models/lite';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { compareSides } from './compare.js';
import { fillWithDemo, forkSide, startStackSide, type Served, type Side } from './sides.js';
import { newTexts, sameTexts, withClients } from './workloads.js';

const ROOT = join(import.meta.dirname, '../..');
const IMAGES = '300';
const ROUNDS = '5';
const CLIENTS = [1, 8, 64];
const TURN_MS = 3_000;
const PAGE = 100;

const { values } = parseArgs({
  options: { limit: { type: 'string', default: IMAGES }, rounds: { type: 'string', default: ROUNDS } },
});

/** The product beside what a developer would write in one Node process, over the same images and the same text encoder. */
const home = await mkdtemp(join(tmpdir(), 'imagesearch-peer-'));
const open: Side[] = [];
try {
  await fillWithDemo(ROOT, join(home, 'data'), values.limit);
  const ours = await startStackSide('the product', ROOT, join(home, 'data'));
  open.push(ours);
  await writeFile(join(home, 'images.json'), JSON.stringify(await allResults(ours.served)));
  await writeEncoder(join(home, 'encoder'));
  const peer = await forkSide('transformers.js + LanceDB', [
    join(import.meta.dirname, 'serve-peer.js'),
    home,
  ]);
  open.push(peer);
  const texts = newTexts();
  const workloads = [
    ...CLIENTS.flatMap((clients) => withClients(clients, { 'new texts': texts })),
    ...withClients(8, { 'the same texts again': sameTexts }),
  ];
  const turns = { rounds: Number(values.rounds), turnMs: TURN_MS };
  for (const workload of workloads) await compareSides([peer, ours], workload, turns);
} finally {
  for (const side of open) await side.close();
  await rm(home, { recursive: true, force: true });
}
process.exit(0);

/** Every image as a search answers it. */
async function allResults({ baseUrl, key }: Served): Promise<unknown[]> {
  const caller = new Caller(baseUrl, key);
  const all: unknown[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await caller.search({ k: PAGE, ...(cursor !== undefined && { cursor }) });
    all.push(...page.results);
    ({ cursor } = page);
  }
  return all;
}

/** The product's text encoder in a folder as transformers.js reads it. */
async function writeEncoder(folder: string): Promise<void> {
  const { files, text } = MINILM;
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await symlink(files.model, join(folder, 'onnx/model_quantized.onnx'));
  await symlink(files.tokenizer, join(folder, 'tokenizer.json'));
  const tokenizer = { tokenizer_class: 'BertTokenizer', model_max_length: text.tokensMax };
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(tokenizer));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'bert' }));
}
