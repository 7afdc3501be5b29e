import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINILM } from '@imagesearch/models/lite';
import { openMojiTexts } from '@imagesearch/testkit/images/openmoji';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { of, QUERIES, RESULTS } from '../queries.js';
import { fillWithDemo, forkSide, startStackSide, type Served, type Side } from '../sides/side.js';
import { compareSides, type Workload } from '../sides/workload.js';

const ROOT = join(import.meta.dirname, '../../..');
const IMAGES = '300';
const ROUNDS = '5';
const CLIENTS = [1, 8, 64];
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
  const peer = await forkSide('transformers.js + LanceDB', [join(import.meta.dirname, 'serve.js'), home]);
  open.push(peer);
  for (const workload of workloads()) await compareSides([peer, ours], workload, Number(values.rounds));
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

/** Searches by texts that nobody asked before, at each load; and by texts that were asked. */
function workloads(): Workload[] {
  const { titles } = openMojiTexts();
  let drawn = 0;
  // Two titles each, such as "red apple and cat face"; no pair comes twice.
  const newText = (): string => {
    const second = drawn + Math.floor(drawn / titles.length) + 1;
    return `${of(titles, drawn++)} and ${of(titles, second)}`;
  };
  const search = { path: '/v1/search' };
  return [
    ...CLIENTS.map((clients) => ({
      ...search,
      name: `new texts, ${clients} clients`,
      clients,
      bodyAt: () => ({ query: newText(), k: RESULTS }),
    })),
    {
      ...search,
      name: `the same ${QUERIES.length} texts again, 8 clients`,
      clients: 8,
      bodyAt: (at) => ({ query: of(QUERIES, at), k: RESULTS }),
    },
  ];
}
