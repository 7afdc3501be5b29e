import { readFileSync, rmSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { FolderInUseError } from '@imagesearch/service-kit/files/folder-lock';
import { findStack, isAlive } from '@imagesearch/service-kit/process/running-stack';
import { z } from 'zod';
import type { Perform } from './cli.js';
import { refused, type CommandResult } from './command-result.js';
import type { OperatorStores } from './operation.js';
import { ACTOR_HEADER, perform } from './operations.js';

/** The gateway's own stores, for one operation. */
export interface OpenedOperatorStores extends OperatorStores {
  close: () => Promise<void>;
}

type OpenStores = (env: Env) => Promise<OpenedOperatorStores>;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * How the `accounts` command carries out an operation. With `OPS_URL`: through that operator's port. On embedded stores,
 * which one process can open: through the running gateway of the data folder. Else on the stores themselves.
 * @throws ConfigError or AppError `invalid_request`
 */
export function transportOf(env: Env, open: OpenStores): Perform {
  const { OPS_URL: url, OPS_TOKEN: token, DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = withoutEmpty(env);
  if (url !== undefined) {
    if (token === undefined) throw refused('OPS_URL needs OPS_TOKEN.');
    return performRemotely({ url: url.replace(/\/+$/, ''), token });
  }
  if (databaseUrl !== undefined) return performOnStores(() => openUnused(env, open));
  const DATA_DIR = dataDir ?? findStack(undefined).stack?.data_dir ?? '.data';
  const port = findOperatorPort(DATA_DIR, token);
  if (port !== undefined) return performRemotely(port);
  return performOnStores(() => openUnused({ ...env, DATA_DIR }, open));
}

/** A variable that is set but empty counts as unset. */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Opens the stores for one operation and closes them after it. */
export function performOnStores(open: () => Promise<OpenedOperatorStores>): Perform {
  return async (operation, input) => {
    const stores = await open();
    try {
      return await perform(stores, operation, { given: input, actor: userName() });
    } finally {
      await stores.close();
    }
  };
}

/** @throws AppError `invalid_request` when another process has the embedded stores open. */
async function openUnused(env: Env, open: OpenStores): Promise<OpenedOperatorStores> {
  try {
    return await open(env);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw refused(
      `${error.folder} is open in another process that does not say where its operator's port is. ` +
        'Set OPS_URL and OPS_TOKEN to those of the running gateway, or stop it first.',
    );
  }
}

/** Printable ASCII, as a header needs it. A user id without a name, as containers have it, stays a number. */
function userName(): string {
  try {
    return userInfo().username.replaceAll(/[^\x21-\x7e]/g, '?');
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

const REQUEST_TIMEOUT_MS = 30_000;

const resultSchema = z.object({
  facts: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]),
  secret: z.string().optional(),
  note: z.string().optional(),
});

const errorSchema = z.object({ detail: z.array(z.object({ msg: z.string() })), request_id: z.string() });

/** Carries out operations through the operator's port of a running gateway. */
export function performRemotely({ url, token }: OperatorPort, timeoutMs = REQUEST_TIMEOUT_MS): Perform {
  return async (operation, input) => {
    const response = await send(`${url}/operator/${operation}`, { token, input, timeoutMs });
    const text = await response.text();
    if (!response.ok) throw refused(complaintOf(text, response.status, url));
    const { secret, note, ...result } = resultSchema.parse(JSON.parse(text));
    const optional = { ...(secret !== undefined && { secret }), ...(note !== undefined && { note }) };
    return { ...result, ...optional } satisfies CommandResult;
  };
}

async function send(
  address: string,
  { token, input, timeoutMs }: { token: string; input: unknown; timeoutMs: number },
): Promise<Response> {
  try {
    return await fetch(address, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        [ACTOR_HEADER]: userName(),
      },
      body: JSON.stringify(input),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch {
    throw refused(`The gateway's operator port ${new URL(address).origin} does not answer.`);
  }
}

function complaintOf(text: string, status: number, url: string): string {
  try {
    return errorSchema
      .parse(JSON.parse(text))
      .detail.map(({ msg }) => msg)
      .join('\n');
  } catch {
    return `${url} answered ${status}, and not as a gateway does.`;
  }
}

const schema = z.object({ pid: z.number().int().positive(), ops_url: z.url() });

/** Where the operator's port of a gateway is; the token lies beside it. */
interface OperatorPort {
  url: string;
  token: string;
}

/** Of a gateway on embedded stores, which no second process can open. */
export function operatorTokenPath(dataDir: string): string {
  return join(dataDir, 'gateway', 'operator-token');
}

function portFileIn(dataDir: string): string {
  return join(dataDir, 'gateway', 'operator-port.json');
}

/** Tells the `accounts` command where this process serves. @returns removes the file again. */
export async function announceOperatorPort(dataDir: string, opsUrl: string): Promise<() => void> {
  const path = portFileIn(dataDir);
  await writeFileAtomic(path, `${JSON.stringify({ pid: process.pid, ops_url: opsUrl })}\n`);
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return () => {
    process.removeListener('exit', remove);
    remove();
  };
}

/**
 * The operator's port of the gateway that runs on this data folder; undefined when none does.
 * @param token Of a gateway that got OPS_TOKEN; by default the one that the gateway keeps in the folder.
 */
export function findOperatorPort(dataDir: string, token: string | undefined): OperatorPort | undefined {
  try {
    const { pid, ops_url } = schema.parse(JSON.parse(readFileSync(portFileIn(dataDir), 'utf8')));
    if (!isAlive(pid)) return undefined;
    return { url: ops_url, token: token ?? readFileSync(operatorTokenPath(dataDir), 'utf8').trim() };
  } catch {
    return undefined;
  }
}
