import { join, resolve } from 'node:path';
import { parseConfig, secret, variablesIn, positiveMs } from '@imagesearch/service-kit/config';
import { serviceSchema, serviceSettingsOf } from '@imagesearch/service-kit/grpc/service-settings';
import { databaseVariables, serverOptionsOf } from '@imagesearch/service-kit/postgres/server-options';
import { z } from 'zod';
import { parseBlobUrl } from './blobs/blob-address.js';

/** The length of the HMAC digest: a shorter key would weaken the token. */
const DOWNLOAD_SECRET_CHARS_MIN = 32;

const HOUR_MS = 60 * 60_000;

const blobUrl = z.string().transform((text, context) => {
  const address = parseBlobUrl(text);
  if (address) return address;
  context.addIssue('expected file:///folder or s3://bucket/prefix?region=…&endpoint=…&public_endpoint=…');
  return z.NEVER;
});

const schema = serviceSchema('RIGHTS_LISTEN', '127.0.0.1:7004', {
  ...databaseVariables,
  BLOB_URL: blobUrl.optional(),
  AWS_ACCESS_KEY_ID: secret(z.string().optional()),
  AWS_SECRET_ACCESS_KEY: secret(z.string().optional()),
  AWS_SESSION_TOKEN: secret(z.string().optional()),
  BLOB_SWEEP_INTERVAL_MS: positiveMs.default(HOUR_MS),
  DOWNLOAD_SECRET: secret(
    z
      .string()
      .min(DOWNLOAD_SECRET_CHARS_MIN, `expected at least ${DOWNLOAD_SECRET_CHARS_MIN} characters`)
      .optional(),
  ),
})
  .refine((env) => env.DATABASE_URL === undefined || env.DOWNLOAD_SECRET !== undefined, {
    path: ['DOWNLOAD_SECRET'],
    error: 'required with DATABASE_URL, so that every replica signs with the same key',
    // Without this the check would run only when every other variable is valid.
    when: () => true,
  })
  .refine((env) => (env.AWS_ACCESS_KEY_ID === undefined) === (env.AWS_SECRET_ACCESS_KEY === undefined), {
    path: ['AWS_SECRET_ACCESS_KEY'],
    error: 'required with AWS_ACCESS_KEY_ID, and unused without it',
    when: () => true,
  });

/** Every variable that the service reads. */
export const variables = variablesIn(schema);

export type RightsConfig = ReturnType<typeof loadConfig>;

/**
 * Reads the service's configuration; docs/reference/configuration.md has the table of variables.
 * @throws ConfigError listing every invalid variable at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const values = parseConfig(schema, env);
  return {
    ...serviceSettingsOf(values.RIGHTS_LISTEN, values),
    databaseUrl: values.DATABASE_URL,
    databaseServer: serverOptionsOf(values),
    embeddedDatabaseDir: resolve(values.DATA_DIR, 'rights/postgres'),
    blobs: values.BLOB_URL ?? { kind: 'folder' as const, dir: resolve(values.DATA_DIR, 'rights/blobs') },
    /** Undefined: the SDK uses those of the machine or the pod. */
    s3Credentials: credentialsOf(values),
    sweepIntervalMs: values.BLOB_SWEEP_INTERVAL_MS,
    downloadSecret: values.DOWNLOAD_SECRET,
    /** File of the generated key; used only with the embedded database. */
    downloadSecretPath: join(resolve(values.DATA_DIR), 'rights/download-secret'),
  };
}

interface KeyVariables {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
}

function credentialsOf(env: KeyVariables) {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  const { AWS_SESSION_TOKEN: sessionToken } = env;
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** The schema of the rights service: numbered migrations make its tables. */
export const RIGHTS_SCHEMA = {
  schema: 'rights',
  migrationsDir: join(import.meta.dirname, '../migrations'),
} as const;
