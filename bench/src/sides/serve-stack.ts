import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Served } from './side.js';

/** What is the same in every release of the local stack since the first one. */
interface AnyStack {
  whenReady: () => Promise<void>;
  close: () => Promise<void>;
  gateway: { baseUrl: () => string; accounts: () => AnyAccounts; keys: () => AnyKeys };
}

/** Earlier releases have other names for the same two steps. */
type AnyAccounts = Partial<Record<'ensure' | 'ensureAccount', (account: object) => Promise<{ id: string }>>>;
type AnyKeys = Partial<
  Record<'create' | 'issue', (accountId: string, key: object) => Promise<{ key: string }>>
>;

const [tree = '.', dataDir = '.data'] = process.argv.slice(2);

/** Serves the build in another folder over its own data, until the parent process leaves. */
async function main(): Promise<void> {
  const address = pathToFileURL(resolve(join(tree, 'packages/local-stack/dist/stack.js'))).href;
  const { startStack } = (await import(address)) as {
    startStack: (options: object) => Promise<AnyStack>;
  };
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const stack = await startStack({ env: { MODEL_DIR: join(dataDir, 'models'), ...env } });
  await stack.whenReady();
  process.once('disconnect', () => void stack.close().then(() => process.exit(0)));
  process.once('SIGTERM', () => void stack.close().then(() => process.exit(0)));
  process.send?.({ baseUrl: stack.gateway.baseUrl(), key: await unlimitedKey(stack) } satisfies Served);
}

async function unlimitedKey({ gateway }: AnyStack): Promise<string> {
  const accounts = gateway.accounts();
  const keys = gateway.keys();
  const account = { name: 'bench', plan: 'custom', billingDay: 1 };
  const made = (await accounts.ensure?.(account)) ?? (await accounts.ensureAccount?.(account));
  if (made === undefined) throw new Error(`${tree} has no known way to make an account.`);
  const settings = { environment: 'test' };
  const issued = (await keys.create?.(made.id, settings)) ?? (await keys.issue?.(made.id, settings));
  if (issued === undefined) throw new Error(`${tree} has no known way to make a key.`);
  return issued.key;
}

await main();
