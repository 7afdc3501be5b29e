import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbedPictures, type EmbedPictures } from '@imagesearch/embedding/app/embed-images';
import { loadModels, unloadModels, type Models } from '@imagesearch/embedding/adapters/models/load-models';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

export interface LitePictures {
  models: Models;
  embedPictures: EmbedPictures;
  close: () => Promise<void>;
}

/** Vectors and signals as the embedding service computes them on `lite`, in this process. */
export async function openLitePictures(limits: {
  batchMax: number;
  queueMax: number;
}): Promise<LitePictures> {
  const config = loadConfig({ MODEL_PROFILE: 'lite', ...process.env });
  const models = await loadModels({
    ...config,
    indexFingerprint: '',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onProfile: () => undefined,
  });
  const embedPictures = createEmbedPictures({
    ...config,
    ...limits,
    models: () => models,
    modelSemaphore: createSemaphore(1),
  });
  return {
    models,
    embedPictures,
    close: async () => {
      await embedPictures.close();
      await unloadModels(models);
    },
  };
}
