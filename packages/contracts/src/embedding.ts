import { createClient, type ServiceClient } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/embedding.js';
import { loadProto } from './load-proto.js';

const { EmbeddingService } = loadProto<ProtoGrpcType>('imagesearch/embedding/v1/embedding.proto').imagesearch
  .embedding.v1;

export const embeddingServiceDefinition = EmbeddingService.service;

export type EmbeddingClient = ServiceClient<typeof EmbeddingService>;

/** A typed client of the embedding service at a gRPC target such as `dns:///embedding:7001`. */
export function createEmbeddingClient(
  target: string,
  serviceToken?: string,
  tls?: ServiceTls,
): EmbeddingClient {
  return createClient(EmbeddingService, { service: 'embedding', target, serviceToken, tls });
}
