import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import { loadConfig } from '@imagesearch/embedding/config';
import { createEmbeddingService } from '@imagesearch/embedding/service';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';

export interface Lite {
  profile: { dir: string; fingerprint: string };
  words: WordVectors;
}

/** The models of `lite` where `MODEL_DIR` or `DATA_DIR` has them; they are built there otherwise. */
export async function openLite(): Promise<Lite> {
  const { files, ...profile } = await ensureLiteProfile(liteConfig().settings);
  return { profile, words: await loadWordVectors(files.wordVectors) };
}

/** Runs work with a client of an embedding service of `lite` in this process, and closes both. */
export async function withEmbedding<Result>(
  work: (embedding: EmbeddingClient) => Promise<Result>,
): Promise<Result> {
  const config = liteConfig();
  const service = createEmbeddingService(config);
  await service.start();
  const client = createEmbeddingClient(service.address, config.serviceTokens[0]);
  try {
    await service.whenReady();
    return await work(client);
  } finally {
    client.close();
    await service.close();
  }
}

function liteConfig() {
  const ownAddress = { EMBEDDING_LISTEN: '127.0.0.1:0', RETRIEVAL_ADDRESS: '' };
  return loadConfig({ LOG_LEVEL: 'warn', ...process.env, MODEL_PROFILE: 'lite', ...ownAddress });
}
