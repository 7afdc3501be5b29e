import { join } from 'node:path';
import { loadPackageDefinition } from '@grpc/grpc-js';
import { fromJSON } from '@grpc/proto-loader';
import { createClient, type ServiceClient } from '@imagesearch/service-kit/grpc/client';
import type { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import protobuf from 'protobufjs';
import { copyOf, READ_OPTIONS } from './message-copy.js';
import type { ProtoGrpcType as EmbeddingProto } from './generated/embedding.js';
import type { ProtoGrpcType as RerankerProto } from './generated/reranker.js';
import type { ProtoGrpcType as RetrievalProto } from './generated/retrieval.js';
import type { ProtoGrpcType as RightsProto } from './generated/rights.js';

interface Services {
  embedding: EmbeddingProto['imagesearch']['embedding']['v1']['EmbeddingService'];
  reranker: RerankerProto['imagesearch']['reranker']['v1']['RerankerService'];
  retrieval: RetrievalProto['imagesearch']['retrieval']['v1']['RetrievalService'];
  rights: RightsProto['imagesearch']['rights']['v1']['RightsService'];
}
type Name = keyof Services;

export type EmbeddingClient = ServiceClient<Services['embedding']>;
export type RerankerClient = ServiceClient<Services['reranker']>;
export type RetrievalClient = ServiceClient<Services['retrieval']>;
export type RightsClient = ServiceClient<Services['rights']>;

export const createEmbeddingClient = clientOf('embedding');
export const createRerankerClient = clientOf('reranker');
export const createRetrievalClient = clientOf('retrieval');
export const createRightsClient = clientOf('rights');

/** @returns makes typed clients of the service, at a gRPC target such as `dns:///embedding:7001`. */
function clientOf<Of extends Name>(service: Of) {
  return (target: string, serviceToken?: string, tls?: ServiceTls): ServiceClient<Services[Of]> =>
    createClient(serviceOf(service), { service, target, serviceToken, tls });
}

/** What a service serves. */
export function serviceDefinition<Of extends Name>(service: Of): Services[Of]['service'] {
  return serviceOf(service).service;
}

/** Each is read once. */
const loaded: Partial<Services> = {};

function serviceOf<Of extends Name>(service: Of): Services[Of] {
  return (loaded[service] ??= load(service));
}

const PROTOS_DIR = join(import.meta.dirname, '../../../protos');

function load<Of extends Name>(service: Of): Services[Of] {
  const root = new protobuf.Root();
  root.resolvePath = (_origin, target) => join(PROTOS_DIR, target);
  root.loadSync(`imagesearch/${service}/v1/${service}.proto`).resolveAll();
  const name = `${service[0]?.toUpperCase() ?? ''}${service.slice(1)}Service`;
  const { imagesearch } = loadPackageDefinition(fromJSON(root.toJSON(), READ_OPTIONS)) as unknown as {
    imagesearch: Record<string, { v1: Record<string, Services[Of]> }>;
  };
  const found = imagesearch[service]?.v1[name];
  if (!found) throw new Error(`there is no service ${service} in the protocol definitions`);
  const methods: Record<string, object> = found.service;
  for (const method of root.lookupService(`imagesearch.${service}.v1.${name}`).methodsArray) {
    Object.assign(methods[method.name] ?? {}, {
      requestCopy: copyOf(method.resolvedRequestType),
      responseCopy: copyOf(method.resolvedResponseType),
    });
  }
  return found;
}

/** What ingestion needs: the services that describe, index and keep images. */
export interface IngestClients {
  embedding: EmbeddingClient;
  retrieval: RetrievalClient;
  rights: RightsClient;
}

export interface ServiceAddresses {
  SERVICE_TOKEN?: string | undefined;
  EMBEDDING_ADDRESS: string;
  RETRIEVAL_ADDRESS: string;
  RIGHTS_ADDRESS: string;
}

export function openClients(addresses: ServiceAddresses, tls?: ServiceTls): IngestClients {
  const { SERVICE_TOKEN: token } = addresses;
  return {
    embedding: createEmbeddingClient(addresses.EMBEDDING_ADDRESS, token, tls),
    retrieval: createRetrievalClient(addresses.RETRIEVAL_ADDRESS, token, tls),
    rights: createRightsClient(addresses.RIGHTS_ADDRESS, token, tls),
  };
}

export function closeClients({ embedding, retrieval, rights }: IngestClients): void {
  for (const client of [embedding, retrieval, rights]) client.close();
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
