import { readFileSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { listenAddress, parseConfig } from '../config.js';

/** As long as what `openssl rand -hex 16` prints; a shorter one could be guessed. */
const TOKEN_CHARS_MIN = 32;
/** A peer may refuse headers above 8 KiB in all. */
const TOKEN_CHARS_MAX = 512;
const TOKEN = new RegExp(`^[\\x21-\\x2b\\x2d-\\x7e]{${TOKEN_CHARS_MIN},${TOKEN_CHARS_MAX}}$`);

const tokenList = z
  .string()
  .transform((text) => text.split(',').map((token) => token.trim()))
  .refine((tokens) => tokens.every((token) => TOKEN.test(token)), {
    error: `expected ${TOKEN_CHARS_MIN} to ${TOKEN_CHARS_MAX} ASCII characters without spaces, with a comma between two tokens`,
  });

const tokenFile = z
  .string()
  .transform((path, context) => {
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      context.addIssue('cannot be read');
      return z.NEVER;
    }
  })
  .pipe(tokenList);

/**
 * What the services prove to each other that they belong together with, for a service's schema: a list with commas in
 * between, of which the first is sent and each is accepted, so that a token can be replaced while all of them run.
 */
export const serviceTokenVariables = {
  SERVICE_TOKEN: tokenList.optional(),
  SERVICE_TOKEN_FILE: tokenFile.optional(),
};

type TokenValues = z.output<z.ZodObject<typeof serviceTokenVariables>>;

/** Tokens that a parsed configuration names; none where it names none. `SERVICE_TOKEN` comes before its file. */
export function serviceTokensOf(values: TokenValues): readonly string[] {
  return values.SERVICE_TOKEN ?? values.SERVICE_TOKEN_FILE ?? [];
}

/** The same from an environment. @throws ConfigError */
export function loadServiceTokens(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return serviceTokensOf(parseConfig(z.object(serviceTokenVariables), env));
}

/**
 * Arguments of a schema's `refine`: a service that listens beyond this machine must have a token.
 * @param listen the variable that says where it listens
 */
export function requireServiceToken<Listen extends string>(
  listen: Listen,
): [(values: TokenValues & Record<Listen, string>) => boolean, z.core.$ZodCustomParams] {
  return [
    (values) =>
      values.SERVICE_TOKEN !== undefined ||
      values.SERVICE_TOKEN_FILE !== undefined ||
      // Of an address that is none, the list of faults says so already.
      !listenAddress.safeParse(values[listen]).success ||
      isLoopback(values[listen]),
    {
      path: ['SERVICE_TOKEN'],
      error: `required (or SERVICE_TOKEN_FILE) while ${listen} is not a loopback address`,
      // Without this the check would only run once every other variable is valid.
      when: () => true,
    },
  ];
}

/** Whether `host:port`, also as `dns:///host:port`, is on this machine and is reached from nowhere else. */
export function isLoopback(address: string): boolean {
  const host = address
    .replace(/^dns:\/\/\//, '')
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** Where the embedded stack keeps the token that it makes for itself; see `keptSecret`. */
export function keptServiceTokenPath(dataDir: string): string {
  return join(dataDir, 'service-token');
}
