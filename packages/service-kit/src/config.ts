import { isIP } from 'node:net';
import { z } from 'zod';

/** Lists every invalid variable, one per line. `main.ts` prints it and exits. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** A variable that is set but empty counts as unset. @throws ConfigError listing every invalid variable at once. */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw new ConfigError(result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
}

/** `host:port` to listen on; port 0 lets the system pick. */
export const listenAddress = z.string().refine(isHostPort, 'expected host:port, e.g. 127.0.0.1:7001');

/** A gRPC target: `host:port` or an address such as `dns:///retrieval:7003`. */
export const grpcTarget = z
  .string()
  .refine(
    (value) => /^[a-z][a-z0-9+.-]*:\/\/\//.test(value) || isHostPort(value),
    'expected host:port or dns:///host:port',
  );

export const logLevel = z
  .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
  .default('info');

/** Folder of the embedded stores and of model files. */
export const dataDir = z.string().default('./.data');

export const positiveMs = z.coerce.number().int().positive();

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
