import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { listenAddress, parseConfig, secret } from '../config.js';

/** The length of `openssl rand -hex 16`; a shorter token could be guessed. */
const TOKEN_CHARS_MIN = 32;
/** A peer may refuse more than 8 KiB of headers. */
const TOKEN_CHARS_MAX = 512;
const TOKEN = new RegExp(`^[\\x21-\\x2b\\x2d-\\x7e]{${TOKEN_CHARS_MIN},${TOKEN_CHARS_MAX}}$`);

const tokenList = z
  .string()
  .transform((text) => text.split(',').map((token) => token.trim()))
  .refine((tokens) => tokens.every((token) => TOKEN.test(token)), {
    error: `expected ${TOKEN_CHARS_MIN} to ${TOKEN_CHARS_MAX} ASCII characters without spaces, with a comma between two tokens`,
  });

/**
 * A comma-separated list: the first token is sent and each is accepted, so that a token can be replaced without a stop.
 */
export const serviceTokenVariables = { SERVICE_TOKEN: secret(tokenList.optional()) };

/** Reads the tokens from an environment, possibly none. @throws ConfigError */
export function loadServiceTokens(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return parseConfig(z.object(serviceTokenVariables), env).SERVICE_TOKEN ?? [];
}

/** Arguments of a schema's `refine`: a service that listens beyond this machine must have a token. */
export function requireServiceToken(listen: string): [(values: object) => boolean, z.core.$ZodCustomParams] {
  return [
    (values) => {
      const { SERVICE_TOKEN: token, [listen]: address } = values as Record<string, unknown>;
      const { data, success } = listenAddress.safeParse(address);
      // An invalid address has its own fault in the list.
      return token !== undefined || !success || isLoopback(data);
    },
    {
      path: ['SERVICE_TOKEN'],
      error: `required (or SERVICE_TOKEN_FILE) while ${listen} is not a loopback address`,
      // Without this the check would run only when every other variable is valid.
      when: () => true,
    },
  ];
}

/** Whether `host:port` or `dns:///host:port` is a loopback address. */
export function isLoopback(address: string): boolean {
  const host = address
    .replace(/^dns:\/\/\//, '')
    .replace(/:\d+$/, '')
    .replace(/^\[|\]$/g, '');
  return host === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}

/** File of the token that the local stack generates with `keptSecret`. */
export function keptServiceTokenPath(dataDir: string): string {
  return join(dataDir, 'service-token');
}
