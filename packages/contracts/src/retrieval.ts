import { openClient, unaryRpc } from '@imagesearch/service-kit/grpc-client';
import { loadProto } from './load-proto.js';
import type { ProtoGrpcType } from './generated/retrieval.js';

const { RetrievalService } = loadProto<ProtoGrpcType>('imagesearch/retrieval/v1/retrieval.proto').imagesearch.retrieval.v1;

export const retrievalServiceDefinition = RetrievalService.service;

export type RetrievalClient = ReturnType<typeof createRetrievalClient>;

/** A typed client of the retrieval service at a gRPC target such as `dns:///retrieval:7001`. */
export function createRetrievalClient(target: string) {
  const client = openClient(RetrievalService, target);
  return {
    describeIndex: unaryRpc('retrieval', client.DescribeIndex.bind(client)),
    upsertPoints: unaryRpc('retrieval', client.UpsertPoints.bind(client)),
    deletePoints: unaryRpc('retrieval', client.DeletePoints.bind(client)),
    getPointVersions: unaryRpc('retrieval', client.GetPointVersions.bind(client)),
    optimizeIndex: unaryRpc('retrieval', client.OptimizeIndex.bind(client)),
    searchPoints: unaryRpc('retrieval', client.SearchPoints.bind(client)),
    findSimilarPoints: unaryRpc('retrieval', client.FindSimilarPoints.bind(client)),
    close: () => client.close(),
  };
}
