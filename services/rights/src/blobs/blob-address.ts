import { fileURLToPath } from 'node:url';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';

export interface FolderAddress {
  kind: 'folder';
  dir: string;
}

export interface BucketAddress {
  kind: 's3';
  bucket: string;
  /** Precedes every key; empty or ends in a slash. */
  prefix: string;
  region: string;
  /** Undefined selects Amazon's endpoint of the region. */
  endpoint: string | undefined;
  /** Where callers reach the store, when that differs from the endpoint. */
  publicEndpoint: string | undefined;
}

export type BlobAddress = FolderAddress | BucketAddress;

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:\/[A-Za-z0-9._-]+)*\/?$/;
const PARAMETERS = new Set(['region', 'endpoint', 'public_endpoint']);
const DEFAULT_REGION = 'us-east-1';

/** Reads `file:///folder` or `s3://bucket/prefix?region=…&endpoint=…&public_endpoint=…`; undefined for anything else. */
export function parseBlobUrl(text: string): BlobAddress | undefined {
  const url = parseAddress(text);
  if (url?.protocol === 'file:') return folderOf(url);
  return url?.protocol === 's3:' ? bucketOf(url) : undefined;
}

function folderOf(url: URL): FolderAddress | undefined {
  try {
    return { kind: 'folder', dir: fileURLToPath(url) };
  } catch {
    return undefined;
  }
}

function bucketOf({ host, username, pathname, searchParams }: URL): BucketAddress | undefined {
  const endpoints = [searchParams.get('endpoint'), searchParams.get('public_endpoint')];
  const isReadable =
    BUCKET.test(host) &&
    username === '' &&
    PREFIX.test(pathname) &&
    [...searchParams.keys()].every((name) => PARAMETERS.has(name)) &&
    endpoints.every((endpoint) => endpoint === null || isOrigin(endpoint));
  if (!isReadable) return undefined;
  const [endpoint, publicEndpoint] = endpoints;
  const folder = pathname.replace(/^\/|\/$/g, '');
  return {
    kind: 's3',
    bucket: host,
    prefix: folder === '' ? '' : `${folder}/`,
    region: searchParams.get('region') ?? DEFAULT_REGION,
    endpoint: endpoint ?? undefined,
    publicEndpoint: publicEndpoint ?? undefined,
  };
}

function isOrigin(text: string): boolean {
  return /^https?:$/.test(parseAddress(text)?.protocol ?? '');
}
