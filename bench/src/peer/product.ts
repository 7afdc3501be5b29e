import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { fillWithDemo } from '../sides/demo-data.js';
import type { ForkedSide } from '../sides/side.js';
import { startStackSide } from '../sides/stack-side.js';

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
