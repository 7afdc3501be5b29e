import { createClient, type ServiceClient } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { ProtoGrpcType } from './generated/rights.js';
import { loadProto } from './load-proto.js';

const { RightsService } = loadProto<ProtoGrpcType>('imagesearch/rights/v1/rights.proto').imagesearch.rights
  .v1;

export const rightsServiceDefinition = RightsService.service;

export type RightsClient = ServiceClient<typeof RightsService>;

/** A typed client of the rights service at a gRPC target such as `dns:///rights:7004`. */
export function createRightsClient(target: string, serviceToken?: string, tls?: ServiceTls): RightsClient {
  return createClient(RightsService, { service: 'rights', target, serviceToken, tls });
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
