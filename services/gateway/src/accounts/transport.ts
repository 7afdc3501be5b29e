import { givenIn } from '@imagesearch/service-kit/config';
import { FolderInUseError } from '@imagesearch/service-kit/files/folder-lock';
import { findStack } from '@imagesearch/service-kit/process/running-stack';
import { refused } from '../operations/command.js';
import type { Perform } from './cli.js';
import { findOperatorPort } from './operator-port.js';
import type { OperatorStores } from './commands.js';
import { perform, userName } from './perform.js';
import { performRemotely } from './remote.js';

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
  const { OPS_URL: url, OPS_TOKEN: token, DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = givenIn(env);
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
