import {
  clientStreamingRpc,
  openClient,
  serverStreamingRpc,
  unaryRpc,
} from '@imagesearch/service-kit/grpc-client';
import type { PutAssetRequestInput } from './generated/imagesearch/rights/v1/PutAssetRequest.js';
import type { PutAssetResponse } from './generated/imagesearch/rights/v1/PutAssetResponse.js';
import type { ReadDownloadRequestInput } from './generated/imagesearch/rights/v1/ReadDownloadRequest.js';
import type { ReadDownloadResponse } from './generated/imagesearch/rights/v1/ReadDownloadResponse.js';
import type { ProtoGrpcType } from './generated/rights.js';
import { loadProto } from './load-proto.js';

const { RightsService } = loadProto<ProtoGrpcType>('imagesearch/rights/v1/rights.proto').imagesearch.rights.v1;

export const rightsServiceDefinition = RightsService.service;

export type RightsClient = ReturnType<typeof createRightsClient>;

/** A typed client of the rights service at a gRPC target such as `dns:///rights:7004`. */
export function createRightsClient(target: string) {
  const client = openClient(RightsService, target);
  return {
    putAsset: clientStreamingRpc<PutAssetRequestInput, PutAssetResponse>('rights', client.PutAsset.bind(client)),
    getAssets: unaryRpc('rights', client.GetAssets.bind(client)),
    resolveLicense: unaryRpc('rights', client.ResolveLicense.bind(client)),
    createDownload: unaryRpc('rights', client.CreateDownload.bind(client)),
    readDownload: serverStreamingRpc<ReadDownloadRequestInput, ReadDownloadResponse>(
      'rights',
      client.ReadDownload.bind(client),
    ),
    countAssets: unaryRpc('rights', client.CountAssets.bind(client)),
    close: () => client.close(),
  };
}
