import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/clients';
import { loadConfig, type EmbeddingConfig } from '../../src/config.js';
import { createEmbeddingService, type EmbeddingOverrides } from '../../src/service.js';

export interface RunningEmbedding {
  address: string;
  client: EmbeddingClient;
  stop: () => Promise<void>;
}

/** On a port of its own, and silent. */
export function configFor(env: Readonly<Record<string, string>>): EmbeddingConfig {
  return loadConfig({ EMBEDDING_LISTEN: '127.0.0.1:0', LOG_LEVEL: 'silent', ...env });
}

/** A service whose models are loaded, and a client of it. */
export async function startEmbedding(
  env: Readonly<Record<string, string>>,
  overrides: EmbeddingOverrides = {},
): Promise<RunningEmbedding> {
  const service = createEmbeddingService(configFor(env), overrides);
  await service.start();
  const client = createEmbeddingClient(service.address);
  return {
    address: service.address,
    client,
    stop: async () => {
      client.close();
      await service.close();
    },
  };
}
