import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import { createEmbeddingClient, type EmbeddingClient } from './embedding.js';
import { createRetrievalClient, type RetrievalClient } from './retrieval.js';
import { createRightsClient, type RightsClient } from './rights.js';

/** What ingestion needs: the services that describe, index and keep images. */
export interface IngestClients {
  embedding: EmbeddingClient;
  retrieval: RetrievalClient;
  rights: RightsClient;
}

export interface ServiceAddresses {
  SERVICE_TOKEN?: string | undefined;
  EMBEDDING_ADDRESS: string;
  RETRIEVAL_ADDRESS: string;
  RIGHTS_ADDRESS: string;
}

export function openClients(addresses: ServiceAddresses, tls?: ServiceTls): IngestClients {
  return {
    embedding: createEmbeddingClient(addresses.EMBEDDING_ADDRESS, addresses.SERVICE_TOKEN, tls),
    retrieval: createRetrievalClient(addresses.RETRIEVAL_ADDRESS, addresses.SERVICE_TOKEN, tls),
    rights: createRightsClient(addresses.RIGHTS_ADDRESS, addresses.SERVICE_TOKEN, tls),
  };
}

export function closeClients({ embedding, retrieval, rights }: IngestClients): void {
  embedding.close();
  retrieval.close();
  rights.close();
}
