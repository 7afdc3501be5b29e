import { openClient, unaryRpc } from '@imagesearch/service-kit/grpc-client';
import { loadProto } from './load-proto.js';
import type { ProtoGrpcType } from './generated/embedding.js';

const { EmbeddingService } = loadProto<ProtoGrpcType>('imagesearch/embedding/v1/embedding.proto').imagesearch.embedding.v1;

export const embeddingServiceDefinition = EmbeddingService.service;

export type EmbeddingClient = ReturnType<typeof createEmbeddingClient>;

/** A typed client of the embedding service at a gRPC target such as `dns:///embedding:7001`. */
export function createEmbeddingClient(target: string) {
  const client = openClient(EmbeddingService, target);
  return {
    describeModel: unaryRpc('embedding', client.DescribeModel.bind(client)),
    embedTexts: unaryRpc('embedding', client.EmbedTexts.bind(client)),
    embedImage: unaryRpc('embedding', client.EmbedImage.bind(client)),
    close: () => client.close(),
  };
}
