import { join } from 'node:path';
import {
  dataDir,
  drainTimeoutMs,
  grpcTarget,
  logLevel,
  parseConfig,
  secret,
  variablesIn,
  positiveMs,
} from '@imagesearch/service-kit/config';
import { databaseVariables, serverOptionsOf } from '@imagesearch/service-kit/postgres/server-options';
import { serviceTokenVariables } from '@imagesearch/service-kit/secrets/service-token';
import {
  requireWholeTls,
  serviceTlsVariables,
  tlsFilesOf,
} from '@imagesearch/service-kit/secrets/service-tls';
import { tracingOf, tracingVariables } from '@imagesearch/service-kit/telemetry/settings';
import { parseAddress } from '@imagesearch/service-kit/text/web-address';
import { z } from 'zod';
import type { KeySecrets } from './keys/api-key.js';

const port = z.coerce.number().int().min(0).max(65_535);

const keySecret = z.string().min(32, 'at least 32 characters');

const redisUrl = z.url({ protocol: /^rediss?$/ });

/** `https://a.example,https://b.example` */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  );

/** Or `*` for every origin. */
const corsOrigins = list.refine((origins) => origins.every((origin) => origin === '*' || isOrigin(origin)), {
  error: 'expected origins such as https://app.example.com, with a comma in between, or *',
});

const imageOrigins = list.refine((origins) => origins.every(isOrigin), {
  error: 'expected origins such as https://bucket.example.com, with a comma in between',
});

const hostNames = list.refine((names) => names.every((name) => HOST_NAME.test(name)), {
  error: 'expected host names such as gateway.internal, without a port, with a comma in between',
});
const HOST_NAME = /^[a-z0-9._-]+$/;

const MIB = 1024 * 1024;

const months = z.coerce.number().int().min(2);

/** Two probes of a usual load balancer. A gateway with an embedded database is alone, and nobody could take its place. */
const DRAIN_DELAY_MS = 5_000;

const DEFAULT_PRICING_FILE = join(import.meta.dirname, '../../../infra/pricing/2026-11-01.json');

const schema = z
  .object({
    ...serviceTokenVariables,
    ...serviceTlsVariables,
    ...tracingVariables,
    HOST: z.string().default('127.0.0.1'),
    PORT: port.default(8080),
    OPS_HOST: z.string().default('127.0.0.1'),
    OPS_PORT: port.default(0),
    OPS_NAMES: hostNames,
    OPS_TOKEN: secret(z.string().min(32, 'at least 32 characters').optional()),
    PUBLIC_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
    DOCS_URL: z.url({ protocol: /^https?$/ }).optional(),
    EMBEDDING_ADDRESS: grpcTarget.default('127.0.0.1:7001'),
    RETRIEVAL_ADDRESS: grpcTarget.default('127.0.0.1:7002'),
    RERANKER_ADDRESS: grpcTarget.default('127.0.0.1:7003'),
    RIGHTS_ADDRESS: grpcTarget.default('127.0.0.1:7004'),
    ...databaseVariables,
    DATA_DIR: dataDir,
    REDIS_URL: secret(redisUrl.optional()),
    GATEWAY_REPLICAS_MAX: z.coerce.number().int().min(1).max(1_000).default(4),
    KEY_SECRET: secret(keySecret.optional()),
    KEY_SECRET_OTHER: secret(keySecret.optional()),
    PRICING_FILE: z.string().default(DEFAULT_PRICING_FILE),
    CORS_ORIGINS: corsOrigins,
    CONSOLE_IMAGE_ORIGINS: imageOrigins,
    CONNECTIONS_MAX: z.coerce.number().int().min(1).max(1_000_000).default(4_000),
    WRITE_STALL_TIMEOUT_MS: positiveMs.default(30_000),
    BODIES_MIB_MAX: z.coerce.number().int().min(16).max(65_536).default(256),
    SEARCH_TIMEOUT_MS: positiveMs.default(10_000),
    DRAIN_DELAY_MS: z.coerce.number().int().min(0).optional(),
    DRAIN_TIMEOUT_MS: drainTimeoutMs,
    RERANK_TIMEOUT_MS: positiveMs.default(1_500),
    RERANK_FAILURES_MAX: z.coerce.number().int().min(1).max(1_000).default(5),
    RERANK_PAUSE_MS: positiveMs.default(2_000),
    RESERVATION_LIFETIME_MS: positiveMs.default(60_000),
    MAINTENANCE_INTERVAL_MS: positiveMs.default(15_000),
    QUERY_LOG_RETENTION_MONTHS: months.default(13),
    LEDGER_RETENTION_MONTHS: months.default(84),
    LOG_LEVEL: logLevel,
  })
  .refine(({ DATABASE_URL, KEY_SECRET }) => DATABASE_URL === undefined || KEY_SECRET !== undefined, {
    path: ['KEY_SECRET'],
    error: 'required with DATABASE_URL: every replica must hash keys with the same secret',
  })
  .refine(({ KEY_SECRET, KEY_SECRET_OTHER }) => KEY_SECRET !== undefined || KEY_SECRET_OTHER === undefined, {
    path: ['KEY_SECRET_OTHER'],
    error: 'is accepted besides KEY_SECRET, which is not set',
  })
  .refine(...requireWholeTls())
  .refine((values) => values.RESERVATION_LIFETIME_MS >= 2 * values.SEARCH_TIMEOUT_MS, {
    path: ['RESERVATION_LIFETIME_MS'],
    error: 'at least twice SEARCH_TIMEOUT_MS: a search must not outlive its reservation',
  })
  .refine((values) => values.DRAIN_TIMEOUT_MS > values.SEARCH_TIMEOUT_MS, {
    path: ['DRAIN_TIMEOUT_MS'],
    error: 'more than SEARCH_TIMEOUT_MS: a stop must not cut off a search that may still succeed',
  });

/** Every variable that the service reads. */
export const variables = variablesIn(schema);

export type GatewayConfig = ReturnType<typeof loadConfig>;

/** @throws ConfigError listing every invalid variable. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const values = parseConfig(schema, env);
  return {
    ...serversOf(values),
    ...storesOf(values),
    addresses: {
      embedding: values.EMBEDDING_ADDRESS,
      retrieval: values.RETRIEVAL_ADDRESS,
      reranker: values.RERANKER_ADDRESS,
      rights: values.RIGHTS_ADDRESS,
    },
    /** Every call to a service carries it. */
    serviceToken: values.SERVICE_TOKEN?.[0],
    /** Undefined without TLS between the services. */
    tls: tlsFilesOf(values),
    tracing: tracingOf(values),
    logLevel: values.LOG_LEVEL,
    searchTimeoutMs: values.SEARCH_TIMEOUT_MS,
    rerank: {
      timeoutMs: values.RERANK_TIMEOUT_MS,
      /** Consecutive failures that open the circuit to the reranker. */
      failuresMax: values.RERANK_FAILURES_MAX,
      /** How long the circuit stays open before one search tries the reranker again. */
      pauseMs: values.RERANK_PAUSE_MS,
    },
    reservationLifetimeMs: values.RESERVATION_LIFETIME_MS,
    maintenanceIntervalMs: values.MAINTENANCE_INTERVAL_MS,
    /** Whole months to keep before the current one. */
    retention: {
      queryLogMonths: values.QUERY_LOG_RETENTION_MONTHS,
      ledgerMonths: values.LEDGER_RETENTION_MONTHS,
    },
  };
}

type Values = z.output<typeof schema>;

/** What the two ports are opened with. */
function serversOf(values: Values) {
  return {
    host: values.HOST,
    port: values.PORT,
    /** Separate from `host`: metrics and readiness need no key. */
    opsHost: values.OPS_HOST,
    opsPort: values.OPS_PORT,
    /** Under which the operator's port answers, besides the names of this machine and addresses. */
    opsNames: values.OPS_NAMES,
    /** Opens `/operator` on the operator's port; embedded stores generate one in `dataDir` when it is unset. */
    opsToken: values.OPS_TOKEN,
    /** When unset, the address that the server listens on. */
    publicBaseUrl: values.PUBLIC_BASE_URL?.replace(/\/+$/, ''),
    docsUrl: values.DOCS_URL,
    corsOrigins: values.CORS_ORIGINS,
    /** Where the console may load images from, besides the service itself. */
    consoleImageOrigins: values.CONSOLE_IMAGE_ORIGINS,
    http: { connectionsMax: values.CONNECTIONS_MAX, writeStallTimeoutMs: values.WRITE_STALL_TIMEOUT_MS },
    /** Of all request bodies that the gateway holds at once. */
    bodiesBytesMax: values.BODIES_MIB_MAX * MIB,
    drain: {
      /** How long a stopping gateway still takes requests, so that load balancers learn of the stop first. */
      delayMs: values.DRAIN_DELAY_MS ?? (values.DATABASE_URL === undefined ? 0 : DRAIN_DELAY_MS),
      /** How long it then waits for requests in flight. */
      timeoutMs: values.DRAIN_TIMEOUT_MS,
    },
  };
}

/** Where accounts, keys, credits and limits are kept. */
function storesOf(values: Values) {
  const { KEY_SECRET: first, KEY_SECRET_OTHER: other } = values;
  const keySecrets: KeySecrets | undefined =
    first === undefined ? undefined : [first, ...(other ? [other] : [])];
  return {
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseServer: serverOptionsOf(values),
    embeddedDir: join(values.DATA_DIR, 'gateway', 'postgres'),
    redisUrl: values.REDIS_URL,
    /** The most gateways that share `redisUrl`; without Redis, each grants its part of every limit. */
    replicasMax: values.GATEWAY_REPLICAS_MAX,
    /** Undefined without `KEY_SECRET`: then the gateway keeps one of its own. */
    keySecrets,
    keySecretFile: join(values.DATA_DIR, 'gateway', 'key-secret'),
    pricingFile: values.PRICING_FILE,
  };
}

function isOrigin(text: string): boolean {
  return parseAddress(text)?.origin === text;
}
