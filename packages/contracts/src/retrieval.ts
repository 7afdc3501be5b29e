import { createClient, type ServiceClient } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/retrieval.js';
import { loadProto } from './load-proto.js';

const { RetrievalService } = loadProto<ProtoGrpcType>('imagesearch/retrieval/v1/retrieval.proto').imagesearch
  .retrieval.v1;

export const retrievalServiceDefinition = RetrievalService.service;

export type RetrievalClient = ServiceClient<typeof RetrievalService>;

/** A typed client of the retrieval service at a gRPC target such as `dns:///retrieval:7002`. */
export function createRetrievalClient(
  target: string,
  serviceToken?: string,
  tls?: ServiceTls,
): RetrievalClient {
  return createClient(RetrievalService, { service: 'retrieval', target, serviceToken, tls });
}
