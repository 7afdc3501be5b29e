import { createClient, type ServiceClient } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/reranker.js';
import { loadProto } from './load-proto.js';

const { RerankerService } = loadProto<ProtoGrpcType>('imagesearch/reranker/v1/reranker.proto').imagesearch
  .reranker.v1;

export const rerankerServiceDefinition = RerankerService.service;

export type RerankerClient = ServiceClient<typeof RerankerService>;

/** A typed client of the reranker service at a gRPC target such as `dns:///reranker:7003`. */
export function createRerankerClient(
  target: string,
  serviceToken?: string,
  tls?: ServiceTls,
): RerankerClient {
  return createClient(RerankerService, { service: 'reranker', target, serviceToken, tls });
}
