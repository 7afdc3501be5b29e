import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { envelopeSchema } from '@imagesearch/testkit/stack/answers';
import { forkSide, type Side, startStackSide } from '../sides/side.js';
import { fillWithDemo } from '../sides/stores.js';
import { compareSides } from '../sides/workload.js';
import { fillTable } from './fill-table.js';
import { workloads } from './workloads.js';

const ROOT = join(import.meta.dirname, '../../..');
const IMAGES = '300';
const ROUNDS = 5;

/** The product beside what a developer would write in one Node process, over the same images and the same text encoder. */
async function main(limit: string, rounds: number): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'imagesearch-peer-'));
  const [dataDir, model, table] = [join(home, 'data'), join(home, 'minilm'), join(home, 'table')];
  const env = { MODEL_PROFILE: 'lite' };
  const open: Side[] = [];
  try {
    await fillWithDemo({ tree: ROOT, dataDir, limit, env });
    const ours = await startStackSide({ name: 'the product', tree: ROOT, dataDir, env });
    open.push(ours);
    await writeModelFolder(model);
    await fillTable(table, dataDir, ours.served);
    const command = [join(import.meta.dirname, 'serve.js'), model, table] as const;
    const peer = await forkSide('transformers.js + LanceDB', { command });
    open.push(peer);
    for (const side of open) envelopeSchema.parse(await side.ask('/v1/search', { query: 'cat', k: 10 }));
    for (const workload of workloads()) await compareSides([peer, ours], workload, rounds);
  } finally {
    for (const side of open) await side.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** The product's text encoder and its tokenizer, in a folder as transformers.js reads it. */
async function writeModelFolder(folder: string): Promise<void> {
  const files = join(ROOT, 'packages/models/lite');
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await copyFile(join(files, 'minilm.onnx'), join(folder, 'onnx/model_quantized.onnx'));
  await copyFile(join(files, 'minilm-tokenizer.json'), join(folder, 'tokenizer.json'));
  const settings = { tokenizer_class: 'BertTokenizer', model_max_length: 128 };
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'bert' }));
}

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: IMAGES },
    rounds: { type: 'string', default: String(ROUNDS) },
  },
});
await main(values.limit, Number(values.rounds));
process.exit(0);
