import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadConfig } from '@imagesearch/embedding/config';
import { openProfile } from '@imagesearch/models/open-profile';
import type { ModelProfile } from '@imagesearch/models/profile';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { forkSide, type ForkedSide, startStackSide } from '../sides/side.js';
import { fillWithDemo } from '../sides/stores.js';
import { compareSides } from '../sides/workload.js';
import { fillTable } from './fill-table.js';
import type { EncoderKind } from './serve.js';
import { workloads } from './workloads.js';

const ROOT = join(import.meta.dirname, '../../..');
const IMAGES = '300';
const ROUNDS = 5;

/** The product beside what a developer would write in one Node process, over the same images and the same text encoder. */
async function main({ limit, rounds, model }: Options): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'imagesearch-peer-'));
  const [dataDir, encoder, table] = [join(home, 'data'), join(home, 'encoder'), join(home, 'table')];
  const env = { MODEL_PROFILE: model };
  const open: ForkedSide[] = [];
  try {
    await fillWithDemo({ tree: ROOT, dataDir, limit, env });
    const ours = await startStackSide({ name: 'the product', tree: ROOT, dataDir, env });
    open.push(ours);
    const { settings } = loadConfig({ ...process.env, ...env, DATA_DIR: dataDir });
    const { profile } = await openProfile(settings, { indexFingerprint: '' });
    const kind = await writeEncoderFolder(encoder, profile);
    const vectors = kind === 'bert' ? 'caption' : 'image';
    await fillTable(table, { dataDir, vectors, served: ours.served });
    const command = [join(import.meta.dirname, 'serve.js'), kind, encoder, table] as const;
    const peer = await forkSide('transformers.js + LanceDB', { command });
    open.push(peer);
    for (const { served } of open)
      await new Caller(served.baseUrl, served.key).search({ query: 'cat', k: 10 });
    for (const workload of workloads()) await compareSides([peer, ours], workload, Number(rounds));
  } finally {
    for (const side of open) await side.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** What the product compares texts with, in a folder as transformers.js reads it: MiniLM, or the text tower of a dual encoder. */
async function writeEncoderFolder(folder: string, profile: ModelProfile): Promise<EncoderKind> {
  const [kind, name, files, tokens] = profile.crossModal
    ? (['clip', 'text_model', { ...profile.files, model: profile.files.textTower }, profile.text] as const)
    : (['bert', 'model', profile.textEncoder.files, profile.textEncoder.text] as const);
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await copyFile(files.model, join(folder, `onnx/${name}_quantized.onnx`));
  await copyFile(files.tokenizer, join(folder, 'tokenizer.json'));
  const tokenizer = {
    tokenizer_class: kind === 'clip' ? 'CLIPTokenizer' : 'BertTokenizer',
    model_max_length: tokens.tokensMax,
  };
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(tokenizer));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: kind }));
  return kind;
}

interface Options {
  /** Images. */
  limit: string;
  rounds: string;
  /** `lite` or `clip-b32`, which is downloaded where it is missing. */
  model: string;
}

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: IMAGES },
    rounds: { type: 'string', default: String(ROUNDS) },
    model: { type: 'string', default: 'lite' },
  },
});
await main(values);
process.exit(0);
