import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Served } from './sides.js';

/** What this needs of the local stack of another commit. */
interface AnyStack {
  close: () => Promise<void>;
  addresses: Readonly<Record<string, string>>;
  gateway: {
    baseUrl: () => string;
    accounts: () => { ensure: (account: object) => Promise<{ id: string }> };
    keys: () => { create: (accountId: string, key: object) => Promise<{ key: string }> };
  };
}

const [tree = '.', dataDir = '.data'] = process.argv.slice(2);

/** Serves the build in another folder over its own data, until the parent process leaves. */
async function main(): Promise<void> {
  const address = pathToFileURL(resolve(join(tree, 'packages/local-stack/dist/stack.js'))).href;
  const { startStack } = (await import(address)) as {
    startStack: (options: object) => Promise<AnyStack>;
  };
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const stack = await startStack({ env: { MODEL_DIR: join(dataDir, 'models'), ...env } });
  process.once('disconnect', () => void stack.close().then(() => process.exit(0)));
  process.once('SIGTERM', () => void stack.close().then(() => process.exit(0)));
  const { addresses } = stack;
  const key = await unlimitedKey(stack);
  process.send?.({ baseUrl: stack.gateway.baseUrl(), key, addresses } satisfies Served);
}

async function unlimitedKey({ gateway }: AnyStack): Promise<string> {
  const { id } = await gateway.accounts().ensure({ name: 'bench', plan: 'custom', billingDay: 1 });
  const { key } = await gateway.keys().create(id, { environment: 'live' });
  return key;
}

await main();
