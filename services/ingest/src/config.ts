import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataDir, grpcTarget, parseConfig, positiveMs } from '@imagesearch/service-kit/config';
import {
  isLoopback,
  keptServiceTokenPath,
  serviceTokensOf,
  serviceTokenVariables,
} from '@imagesearch/service-kit/secrets/service-token';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

const webAddress = z.url({ protocol: /^https?$/ });

const schema = z.object({
  ...serviceTokenVariables,
  DATA_DIR: dataDir,
  EMBEDDING_ADDRESS: grpcTarget.default('127.0.0.1:7001'),
  RETRIEVAL_ADDRESS: grpcTarget.default('127.0.0.1:7002'),
  RIGHTS_ADDRESS: grpcTarget.default('127.0.0.1:7004'),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'expected redis://…')
    .optional(),
  INGEST_QUEUE: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'expected lower-case letters, digits and "-"')
    .default('ingest'),
  INGEST_LOCK_MS: positiveMs.default(30_000),
  INGEST_CONTACT: z.string().max(200).optional(),
  OPENVERSE_URL: webAddress.default('https://api.openverse.org'),
  OPENVERSE_TOKEN: z.string().optional(),
  WIKIMEDIA_URL: webAddress.default('https://commons.wikimedia.org'),
  MET_URL: webAddress.default('https://collectionapi.metmuseum.org'),
  FLICKR_URL: webAddress.default('https://api.flickr.com'),
  FLICKR_API_KEY: z.string().optional(),
});

export interface IngestConfig extends z.output<typeof schema> {
  /** Sent to the services with every call. */
  serviceToken: string | undefined;
}

/** Missing addresses and token come from the `stack.json` of `DATA_DIR`, else from the defaults. @throws ConfigError */
export function loadConfig(env: Env): IngestConfig {
  const values = parseConfig(schema, { ...readStackFile(env['DATA_DIR']), ...withoutEmpty(env) });
  return { ...values, serviceToken: serviceTokensOf(values)[0] ?? readKeptToken(values) };
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

function readStackFile(folder: string | undefined): Env {
  try {
    const path = join(resolve(folder ?? './.data'), 'stack.json');
    return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return {};
  }
}

/** An address that is set but empty counts as unset. */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
}
