import { FolderInUseError } from '@imagesearch/service-kit/files/folder-lock';
import { findStack } from '@imagesearch/service-kit/process/running-stack';
import { loadConfig } from '../../config.js';
import { performOnStores, type Perform } from './command-runner.js';
import { OperatorError } from './operator-error.js';
import { openOperatorStores, type OpenedOperatorStores } from './operator-stores.js';
import { performRemotely } from './perform-remotely.js';
import { findOperatorPort } from './running-gateway.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * How the `accounts` command carries out an operation. With `OPS_URL`: through that operator's port. On embedded stores,
 * which one process can open: through the running gateway of the data folder. Else on the stores themselves.
 * @throws ConfigError or OperatorError
 */
export function transportOf(env: Env): Perform {
  const { OPS_URL: url, OPS_TOKEN: token, DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = withoutEmpty(env);
  if (url !== undefined) {
    if (token === undefined) throw new OperatorError('OPS_URL needs OPS_TOKEN.');
    return performRemotely({ url: url.replace(/\/+$/, ''), token });
  }
  if (databaseUrl !== undefined) return performOnStores(() => openStoresOf(env));
  const DATA_DIR = dataDir ?? findStack(undefined).stack?.data_dir ?? '.data';
  const port = findOperatorPort(DATA_DIR, token);
  if (port !== undefined) return performRemotely(port);
  return performOnStores(() => openStoresOf({ ...env, DATA_DIR }));
}

/** A variable that is set but empty counts as unset. */
function withoutEmpty(env: Env): Env {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

async function openStoresOf(env: Env): Promise<OpenedOperatorStores> {
  try {
    return await openOperatorStores(loadConfig(env));
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
    throw new OperatorError(
      `${error.folder} is open in another process that does not say where its operator's port is. ` +
        'Set OPS_URL and OPS_TOKEN to those of the running gateway, or stop it first.',
    );
  }
}
