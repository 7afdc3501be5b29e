import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataDir, databaseUrl, listenAddress, logLevel, parseConfig } from '@imagesearch/service-kit/config';
import { z } from 'zod';

/** A key shorter than the digest it signs with would be the weakest part of a token. */
const DOWNLOAD_SECRET_CHARS_MIN = 32;

const schema = z
  .object({
    RIGHTS_LISTEN: listenAddress.default('127.0.0.1:7004'),
    DATABASE_URL: databaseUrl,
    BLOB_URL: z
      .string()
      .refine(isFolderUrl, 'only file:///folder is supported, or unset for a folder below DATA_DIR')
      .optional(),
    DOWNLOAD_SECRET: z
      .string()
      .min(DOWNLOAD_SECRET_CHARS_MIN, `expected at least ${DOWNLOAD_SECRET_CHARS_MIN} characters`)
      .optional(),
    LOG_LEVEL: logLevel,
    DATA_DIR: dataDir,
  })
  .refine((env) => env.DATABASE_URL === undefined || env.DOWNLOAD_SECRET !== undefined, {
    path: ['DOWNLOAD_SECRET'],
    message: 'required with DATABASE_URL, so that every replica signs with the same key',
    // Without this the check would only run once every other variable is valid.
    when: () => true,
  })
  .transform((env) => ({
    listen: env.RIGHTS_LISTEN,
    databaseUrl: env.DATABASE_URL,
    embeddedDatabaseDir: resolve(env.DATA_DIR, 'rights/postgres'),
    blobDir: env.BLOB_URL === undefined ? resolve(env.DATA_DIR, 'rights/blobs') : fileURLToPath(env.BLOB_URL),
    downloadSecret: env.DOWNLOAD_SECRET,
    /** Where a generated key is kept; used with the embedded database only. */
    downloadSecretPath: join(resolve(env.DATA_DIR), 'rights/download-secret'),
    logLevel: env.LOG_LEVEL,
  }));

export type RightsConfig = z.output<typeof schema>;

/**
 * Reads the service's configuration; the README has the table of variables.
 * @throws ConfigError listing every invalid variable at once.
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): RightsConfig {
  return parseConfig(schema, env);
}

function isFolderUrl(value: string): boolean {
  try {
    fileURLToPath(value);
    return true;
  } catch {
    return false;
  }
}
