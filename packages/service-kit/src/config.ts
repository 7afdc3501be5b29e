import { isIP } from 'node:net';
import { z } from 'zod';
import { readSecretFiles, secretFileVariable } from './secrets/secret-file.js';

/** Lists every invalid variable, one per line. `main.ts` prints it and exits. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * A variable that is set but empty counts as unset.
 * @param secrets Variables whose value may also come from the file that `<name>_FILE` names.
 * @throws ConfigError listing every invalid variable at once.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[] = [],
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const { values, problems } = readSecretFiles(given, secrets);
  const result = schema.safeParse({ ...given, ...values });
  if (result.success && problems.length === 0) return result.data;
  const issues = result.error?.issues ?? [];
  throw new ConfigError([...problems, ...issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)]);
}

/** The variables of a schema and of its secrets' files, each with its default; undefined for one without. */
export function variablesIn(
  shape: Readonly<Record<string, z.ZodType>>,
  secrets: readonly string[] = [],
): Readonly<Record<string, unknown>> {
  const own = Object.entries(shape).map(([name, type]) => [name, type.safeParse(undefined).data] as const);
  return Object.fromEntries([
    ...own,
    ...secrets.map((name) => [secretFileVariable(name), undefined] as const),
  ]);
}

/** `host:port` to listen on; port 0 lets the system pick. */
export const listenAddress = z.string().refine(isHostPort, 'expected host:port, e.g. 127.0.0.1:7001');

/**
 * A gRPC target: `host:port`, an address such as `dns:///retrieval:7003`, or `dns://10.0.0.53/retrieval:7003` to ask that DNS
 * server (with `GRPC_NODE_USE_ALTERNATIVE_RESOLVER=true`).
 */
export const grpcTarget = z
  .string()
  .refine(
    (value) => /^[a-z][a-z0-9+.-]*:\/\/[^/]*\//.test(value) || isHostPort(value),
    'expected host:port or dns:///host:port',
  );

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  .default('info');

/** Folder of the embedded stores and of model files. */
export const dataDir = z.string().default('./.data');

export const positiveMs = z.coerce.number().int().positive();

/**
 * How long a stop waits for what is in flight: longer than a search, and within the 30 s that orchestrators commonly give
 * a process to stop.
 */
export const drainTimeoutMs = positiveMs.default(20_000);

/** Address of a Postgres server; unset selects the embedded engine. */
export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'expected postgres://…')
  .optional();

function isHostPort(value: string): boolean {
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:/\s]+)):(?<port>\d{1,5})$/.exec(value);
  if (!match?.groups) return false;
  if (match.groups['v6'] !== undefined && isIP(match.groups['v6']) !== 6) return false;
  return Number(match.groups['port']) <= 65_535;
}
