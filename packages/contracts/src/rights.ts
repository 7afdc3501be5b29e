import {
  clientStreamingRpc,
  openChannel,
  serverStreamingRpc,
  unaryRpc,
} from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/rights.js';
import { loadProto } from './load-proto.js';

const { RightsService } = loadProto<ProtoGrpcType>('imagesearch/rights/v1/rights.proto').imagesearch.rights
  .v1;

export const rightsServiceDefinition = RightsService.service;

export type RightsClient = ReturnType<typeof createRightsClient>;

/** A typed client of the rights service at a gRPC target such as `dns:///rights:7004`. */
export function createRightsClient(target: string, serviceToken?: string, tls?: ServiceTls) {
  const channel = openChannel('rights', target, serviceToken, tls);
  return {
    putAsset: clientStreamingRpc(channel, rightsServiceDefinition.PutAsset),
    getAssets: unaryRpc(channel, rightsServiceDefinition.GetAssets),
    resolveLicense: unaryRpc(channel, rightsServiceDefinition.ResolveLicense),
    createDownload: unaryRpc(channel, rightsServiceDefinition.CreateDownload),
    readDownload: serverStreamingRpc(channel, rightsServiceDefinition.ReadDownload),
    countAssets: unaryRpc(channel, rightsServiceDefinition.CountAssets),
    withdrawAsset: unaryRpc(channel, rightsServiceDefinition.WithdrawAsset),
    restoreAsset: unaryRpc(channel, rightsServiceDefinition.RestoreAsset),
    listAssets: unaryRpc(channel, rightsServiceDefinition.ListAssets),
    deleteAssets: unaryRpc(channel, rightsServiceDefinition.DeleteAssets),
    claimSource: unaryRpc(channel, rightsServiceDefinition.ClaimSource),
    listSources: unaryRpc(channel, rightsServiceDefinition.ListSources),
    releaseSource: unaryRpc(channel, rightsServiceDefinition.ReleaseSource),
    listAssetEvents: unaryRpc(channel, rightsServiceDefinition.ListAssetEvents),
    close: () => channel.client.close(),
  };
}

/** The wire has no null: unknown fields are left unset. */
export function known<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const set: { [Name in keyof Fields]?: NonNullable<Fields[Name]> } = {};
  // A plain loop, because this runs several times for each of the hundreds of assets of a search.
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && value !== undefined) set[name] = value;
  }
  return set;
}
