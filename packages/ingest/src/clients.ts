import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';
import { grpcTarget, parseConfig } from '@imagesearch/service-kit/config';
import { z } from 'zod';

/** The three services that a collection goes through. */
export interface IngestClients {
  embedding: EmbeddingClient;
  retrieval: RetrievalClient;
  rights: RightsClient;
}

const schema = z.object({
  EMBEDDING_ADDRESS: grpcTarget.default('127.0.0.1:7001'),
  RETRIEVAL_ADDRESS: grpcTarget.default('127.0.0.1:7002'),
  RIGHTS_ADDRESS: grpcTarget.default('127.0.0.1:7004'),
});

/** Clients of the services named in the environment. @throws ConfigError */
export function openClients(env: Readonly<Record<string, string | undefined>>): IngestClients {
  const addresses = parseConfig(schema, env);
  return {
    embedding: createEmbeddingClient(addresses.EMBEDDING_ADDRESS),
    retrieval: createRetrievalClient(addresses.RETRIEVAL_ADDRESS),
    rights: createRightsClient(addresses.RIGHTS_ADDRESS),
  };
}

export function closeClients({ embedding, retrieval, rights }: IngestClients): void {
  embedding.close();
  retrieval.close();
  rights.close();
}
