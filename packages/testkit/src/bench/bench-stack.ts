import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startStack, type Stack } from '@imagesearch/local-stack/stack';
import { FOLDER_LOCK_NAME } from '@imagesearch/service-kit/files/folder-lock';

/** The whole product in this process, over a copy of a demonstration's data, with a key of no limits. */
export interface BenchStack {
  stack: Stack;
  accountId: string;
  key: string;
  /** Where the copied data came from. */
  source: string;
  /** The copy; goes away with the stack. */
  dataDir: string;
  /** POST /v1/search; the answer as it came. */
  search: (body: object) => Promise<string>;
  close: () => Promise<void>;
}

/** Of the data in DATA_DIR. The run neither waits for a demonstration that is open nor changes it. */
export async function startBenchStack(): Promise<BenchStack> {
  const source = resolve(process.env['DATA_DIR'] ?? '.data');
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-bench-'));
  await cp(source, dataDir, { recursive: true, filter: (path) => !path.includes(FOLDER_LOCK_NAME) });
  const stack = await startStack({ env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' } });
  await stack.whenReady();
  const accounts = stack.gateway.accounts();
  const { id } = await accounts.ensure({ name: 'bench', plan: 'custom', billingDay: 1 });
  const { key } = await stack.gateway.keys().create(id, { environment: 'test' });
  return {
    stack,
    accountId: id,
    key,
    source,
    dataDir,
    search: (body) => search(stack.gateway.baseUrl(), key, body),
    close: async () => {
      await stack.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function search(baseUrl: string, key: string, body: object): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/search`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`answered ${response.status}: ${text}`);
  return text;
}
