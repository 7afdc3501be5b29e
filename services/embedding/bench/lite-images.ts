import { loadConfig } from '#src/config';
import { createEmbedImages, type EmbedImages } from '#src/app/embed-images';
import { createBoundedDecode } from '#src/adapters/images/bounded-decode';
import { shrinkTo } from '#src/adapters/images/resize-pixels';
import { loadModels, unloadModels, type Models } from '#src/adapters/models/load-models';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';

export interface LiteImages {
  models: Models;
  embedImages: EmbedImages;
  close: () => Promise<void>;
}

/** Vectors and signals as the embedding service computes them on `lite`, in this process. */
export async function openLiteImages(limits: { batchMax: number; queueMax: number }): Promise<LiteImages> {
  const config = loadConfig({ MODEL_PROFILE: 'lite', ...process.env });
  const models = await loadModels({
    ...config,
    indexFingerprint: '',
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onProfile: () => undefined,
  });
  const embedImages = createEmbedImages({
    ...config,
    ...limits,
    models: () => models,
    modelSemaphore: createSemaphore(1),
    decode: createBoundedDecode(),
    shrink: shrinkTo,
  });
  return {
    models,
    embedImages,
    close: async () => {
      await embedImages.close();
      await unloadModels(models);
    },
  };
}
