import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient, type RightsClient } from '@imagesearch/contracts/rights';

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

export function openClients(addresses: ServiceAddresses): IngestClients {
  return {
    embedding: createEmbeddingClient(addresses.EMBEDDING_ADDRESS, addresses.SERVICE_TOKEN),
    retrieval: createRetrievalClient(addresses.RETRIEVAL_ADDRESS, addresses.SERVICE_TOKEN),
    rights: createRightsClient(addresses.RIGHTS_ADDRESS, addresses.SERVICE_TOKEN),
  };
}

export function closeClients({ embedding, retrieval, rights }: IngestClients): void {
  embedding.close();
  retrieval.close();
  rights.close();
}
