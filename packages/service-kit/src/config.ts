import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

/** Lists every invalid variable, one per line. `main.ts` prints it and exits. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Invalid configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Its value may also come from the file that `<name>_FILE` names, which is how orchestrators mount secrets. */
export function secret<Type extends z.ZodType>(type: Type): Type {
  return type.meta({ secret: true });
}

/** The variables of an environment. One that is set but empty counts as unset. */
export function givenIn(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

const isSecret = (type: z.ZodType): boolean => z.globalRegistry.get(type)?.['secret'] === true;

const typesIn = ({ shape }: z.ZodObject) => Object.entries<z.ZodType>(shape);

/**
 * A variable that is set but empty counts as unset. One that is set itself takes precedence over its file.
 * @throws ConfigError listing every invalid variable at once.
 */
export function parseConfig<Schema extends z.ZodObject>(schema: Schema, env: Env): z.output<Schema> {
  const given: Record<string, string | undefined> = { ...givenIn(env) };
  const unread = new Map<string, string>();
  for (const [name, type] of typesIn(schema)) {
    const path = given[`${name}_FILE`];
    if (!isSecret(type) || path === undefined || given[name] !== undefined) continue;
    try {
      given[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      unread.set(name, `${name}_FILE: the file cannot be read (${code})`);
    }
  }
  const { success, data, error } = schema.safeParse(given);
  if (success && unread.size === 0) return data;
  const issues = (error?.issues ?? []).filter(({ path }) => !unread.has(path.join('.')));
  throw new ConfigError([
    ...unread.values(),
    ...issues.map((issue) => `${issue.path.join('.')}: ${problemOf(issue)}`),
  ]);
}

/** What is wrong with a value. The library calls a text that is no number "NaN", which the operator never wrote. */
function problemOf(issue: z.core.$ZodIssue): string {
  const isNumber = issue.code === 'invalid_type' && ['number', 'int'].includes(issue.expected);
  return isNumber ? `expected a ${issue.expected === 'int' ? 'whole ' : ''}number` : issue.message;
}

/** The variables of a schema and those of its secrets' files, each with its default; undefined for one without. */
export function variablesIn(schema: z.ZodObject): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    typesIn(schema).flatMap(([name, type]): [string, unknown][] => [
      [name, type.safeParse(undefined).data],
      ...(isSecret(type) ? [[`${name}_FILE`, undefined] as [string, unknown]] : []),
    ]),
  );
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
export const databaseUrl = secret(
  z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgres://…')
    .optional(),
);

function isHostPort(value: string): boolean {
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<host>[^:/\s]+)):(?<port>\d{1,5})$/.exec(value);
  if (!match?.groups) return false;
  if (match.groups['v6'] !== undefined && isIP(match.groups['v6']) !== 6) return false;
  return Number(match.groups['port']) <= 65_535;
}
