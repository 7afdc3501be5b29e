import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { certificatesIn } from '@imagesearch/image-files/decoder/trust-list';
import {
  dataDir,
  givenIn,
  grpcTarget,
  parseConfig,
  secret,
  variablesIn,
  positiveMs,
} from '@imagesearch/service-kit/config';
import { findStack, type RunningStack } from '@imagesearch/service-kit/process/running-stack';
import {
  isLoopback,
  keptServiceTokenPath,
  serviceTokenVariables,
} from '@imagesearch/service-kit/secrets/service-token';
import {
  requireWholeTls,
  serviceTlsVariables,
  tlsFilesOf,
  type TlsFiles,
} from '@imagesearch/service-kit/secrets/service-tls';
import { metricsVariables } from '@imagesearch/service-kit/telemetry/settings';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

const schema = z
  .object({
    ...serviceTokenVariables,
    ...serviceTlsVariables,
    ...metricsVariables,
    DATA_DIR: dataDir,
    EMBEDDING_ADDRESS: grpcTarget.default('127.0.0.1:7001'),
    RETRIEVAL_ADDRESS: grpcTarget.default('127.0.0.1:7002'),
    RIGHTS_ADDRESS: grpcTarget.default('127.0.0.1:7004'),
    REDIS_URL: secret(
      z
        .string()
        .regex(/^rediss?:\/\//, 'expected redis://…')
        .optional(),
    ),
    INGEST_QUEUE: z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/, 'expected lower-case letters, digits and "-"')
      .default('ingest'),
    INGEST_LOCK_MS: positiveMs.default(30_000),
    INGEST_CONTACT: z.string().max(200).optional(),
    INGEST_MACHINE: z.string().min(1).max(200).default(hostname()),
    C2PA_TRUST_LIST: secret(z.string().refine(isTrustList, 'expected certificates in PEM').optional()),
    OPENVERSE_TOKEN: secret(z.string().optional()),
    FLICKR_API_KEY: secret(z.string().optional()),
  })
  .refine(...requireWholeTls());

function isTrustList(pem: string): boolean {
  try {
    return certificatesIn(pem).length > 0;
  } catch {
    return false;
  }
}

/** Every variable that the command reads. */
export const variables = variablesIn(schema);

export interface IngestConfig extends z.output<typeof schema> {
  /** Sent to the services with every call. */
  serviceToken: string | undefined;
  /** Undefined without TLS to the services. */
  tls: TlsFiles | undefined;
  /** Addresses that the environment does not name: those of the running stack, or the default ports. */
  assumed: readonly (typeof ADDRESSES)[number][];
  /** Where no running stack was found. */
  looked: readonly string[];
}

const ADDRESSES = ['EMBEDDING_ADDRESS', 'RETRIEVAL_ADDRESS', 'RIGHTS_ADDRESS'] as const;

/**
 * What the environment leaves out comes from the stack that runs on the same `DATA_DIR`, or without `DATA_DIR` from the
 * stack of this checkout with its data folder; else from the defaults. @throws ConfigError
 */
export function loadConfig(env: Env): IngestConfig {
  const given = givenIn(env);
  const isComplete = ADDRESSES.every((name) => given[name] !== undefined);
  const found = isComplete ? { stack: undefined, looked: [] } : findStack(given['DATA_DIR']);
  const values = parseConfig(schema, { ...(found.stack && variablesOf(found.stack)), ...given });
  return {
    ...values,
    serviceToken: values.SERVICE_TOKEN?.[0] ?? readKeptToken(values),
    tls: tlsFilesOf(values),
    assumed: ADDRESSES.filter((name) => given[name] === undefined),
    looked: found.stack === undefined ? found.looked : [],
  };
}

function variablesOf({ data_dir, ...stack }: RunningStack): Env {
  const addresses = ADDRESSES.map((name) => [name, stack[name]] as const);
  return { DATA_DIR: data_dir, ...Object.fromEntries(addresses) };
}

/** The token that this machine generated is never sent to another machine. */
function readKeptToken(values: z.output<typeof schema>): string | undefined {
  const { DATA_DIR, EMBEDDING_ADDRESS, RETRIEVAL_ADDRESS, RIGHTS_ADDRESS } = values;
  if (![EMBEDDING_ADDRESS, RETRIEVAL_ADDRESS, RIGHTS_ADDRESS].every(isLoopback)) return undefined;
  try {
    return readFileSync(keptServiceTokenPath(DATA_DIR), 'utf8').trim();
  } catch {
    return undefined;
  }
}
