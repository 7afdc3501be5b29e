import { mkdtemp, rm, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { fillWithDemo } from '../sides/stores.js';
import { type ForkedSide, startStackSide } from '../sides/side.js';

const ROOT = join(import.meta.dirname, '../../..');

/** The product over images that a cross-modal model of random weights embedded. */
export interface Product {
  models: HubModels;
  dataDir: string;
  start: (reranking: Reranking) => Promise<ForkedSide>;
  remove: () => Promise<void>;
}

export type Reranking = 'cross-encoder' | 'words';

export async function prepareProduct(limit: string): Promise<Product> {
  const models = await hubModels('clip-b32');
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-peer-'));
  await fillWithDemo({ tree: ROOT, dataDir, limit, env: models.env });
  return {
    models,
    dataDir,
    start: async (reranking) => {
      const env = { ...models.env, RERANKER: reranking === 'words' ? 'lexical' : 'cross-encoder' };
      return startStackSide({ name: `product, ${reranking}`, tree: ROOT, dataDir, env });
    },
    remove: async () => {
      await models.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const TOKENS_MAX = 77;

/** The product's text tower and tokenizer in a folder as transformers.js reads it. */
export async function writeModelFolder(
  folder: string,
  { tower, tokenizer }: HubModels['textFiles'],
): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await copyFile(tower, join(folder, 'onnx/text_model.onnx'));
  await copyFile(tokenizer, join(folder, 'tokenizer.json'));
  const settings = {
    tokenizer_class: 'CLIPTokenizer',
    model_max_length: TOKENS_MAX,
    pad_token: '<|endoftext|>',
  };
  await writeFile(join(folder, 'tokenizer_config.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'config.json'), JSON.stringify({ model_type: 'clip' }));
}
