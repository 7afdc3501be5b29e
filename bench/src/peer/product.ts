import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hubModels, type HubModels } from '@imagesearch/testkit/neural/hub-models';
import { openMojiTexts } from '@imagesearch/testkit/images/openmoji-texts';
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

/** Without the file of its cross-encoder, the product compares words. */
export type Reranking = 'cross-encoder' | 'words';

export async function prepareProduct(limit: string): Promise<Product> {
  const models = await hubModels('clip-b32', 'full', openMojiTexts().words);
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-peer-'));
  await fillWithDemo({ tree: ROOT, dataDir, limit, env: models.env });
  return {
    models,
    dataDir,
    start: async (reranking) => {
      if (reranking === 'words') await removeCrossEncoder(models.modelDir);
      const choice = reranking === 'words' && { MODEL_PROFILE: 'auto', MODEL_FETCH: 'never' };
      const env = { ...models.env, ...choice };
      return startStackSide({ name: `product, ${reranking}`, tree: ROOT, dataDir, env });
    },
    remove: async () => {
      await models.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function removeCrossEncoder(modelDir: string): Promise<void> {
  for (const name of await readdir(modelDir, { recursive: true }))
    if (name.endsWith('cross-encoder.onnx') && name.startsWith('hub')) await rm(join(modelDir, name));
}
