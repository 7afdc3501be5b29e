import { openChannel, serverStreamingRpc, unaryRpc } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/retrieval.js';
import { loadProto } from './load-proto.js';

const { RetrievalService } = loadProto<ProtoGrpcType>('imagesearch/retrieval/v1/retrieval.proto').imagesearch
  .retrieval.v1;

export const retrievalServiceDefinition = RetrievalService.service;

export type RetrievalClient = ReturnType<typeof createRetrievalClient>;

/** A typed client of the retrieval service at a gRPC target such as `dns:///retrieval:7002`. */
export function createRetrievalClient(target: string, serviceToken?: string, tls?: ServiceTls) {
  const channel = openChannel('retrieval', target, serviceToken, tls);
  return {
    describeIndex: unaryRpc(channel, retrievalServiceDefinition.DescribeIndex),
    upsertPoints: unaryRpc(channel, retrievalServiceDefinition.UpsertPoints),
    deletePoints: unaryRpc(channel, retrievalServiceDefinition.DeletePoints),
    getPointVersions: unaryRpc(channel, retrievalServiceDefinition.GetPointVersions),
    optimizeIndex: unaryRpc(channel, retrievalServiceDefinition.OptimizeIndex),
    searchPoints: unaryRpc(channel, retrievalServiceDefinition.SearchPoints),
    checkSpelling: unaryRpc(channel, retrievalServiceDefinition.CheckSpelling),
    findSimilarPoints: unaryRpc(channel, retrievalServiceDefinition.FindSimilarPoints),
    rebuildIndex: serverStreamingRpc(channel, retrievalServiceDefinition.RebuildIndex),
    startRebuild: unaryRpc(channel, retrievalServiceDefinition.StartRebuild),
    publishRebuild: unaryRpc(channel, retrievalServiceDefinition.PublishRebuild),
    abandonRebuild: unaryRpc(channel, retrievalServiceDefinition.AbandonRebuild),
    close: () => channel.client.close(),
  };
}
