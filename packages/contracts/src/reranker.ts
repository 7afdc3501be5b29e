import { openChannel, unaryRpc } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/reranker.js';
import { loadProto } from './load-proto.js';

const { RerankerService } = loadProto<ProtoGrpcType>('imagesearch/reranker/v1/reranker.proto').imagesearch
  .reranker.v1;

export const rerankerServiceDefinition = RerankerService.service;

export type RerankerClient = ReturnType<typeof createRerankerClient>;

/** A typed client of the reranker service at a gRPC target such as `dns:///reranker:7003`. */
export function createRerankerClient(target: string, serviceToken?: string, tls?: ServiceTls) {
  const channel = openChannel('reranker', target, serviceToken, tls);
  return {
    describeReranker: unaryRpc(channel, rerankerServiceDefinition.DescribeReranker),
    rerank: unaryRpc(channel, rerankerServiceDefinition.Rerank),
    close: () => channel.client.close(),
  };
}
