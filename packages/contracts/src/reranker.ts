import { openClient, unaryRpc } from '@imagesearch/service-kit/grpc-client';
import { loadProto } from './load-proto.js';
import type { ProtoGrpcType } from './generated/reranker.js';

const { RerankerService } = loadProto<ProtoGrpcType>('imagesearch/reranker/v1/reranker.proto').imagesearch.reranker.v1;

export const rerankerServiceDefinition = RerankerService.service;

export type RerankerClient = ReturnType<typeof createRerankerClient>;

/** A typed client of the reranker service at a gRPC target such as `dns:///reranker:7001`. */
export function createRerankerClient(target: string) {
  const client = openClient(RerankerService, target);
  return {
    describeReranker: unaryRpc('reranker', client.DescribeReranker.bind(client)),
    rerank: unaryRpc('reranker', client.Rerank.bind(client)),
    close: () => client.close(),
  };
}
