import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { createServerStores, type StoreServers } from '@imagesearch/testkit/stores/server-stores';
import { fillWithDemo } from '../sides/stores.js';
import { sideAt, type Side, startStackSide } from '../sides/side.js';
import type { BuiltCheckout } from './checkout.js';

type Env = Record<string, string>;

/** In the order of their starts: those with models ask the index which of them filled it. */
const BACKENDS = ['retrieval', 'rights', 'reranker', 'embedding'] as const;

/** A commit's five services in processes of their own, over a database and an index that it filled itself. */
export async function startFiveProcessSide(
  { commit, tree, modelDir }: BuiltCheckout,
  servers: StoreServers,
  limit: string | undefined,
): Promise<Side> {
  const name = commit.slice(0, 7);
  const stores = await createServerStores(servers);
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-side-'));
  const env = { ...stores.env, DATA_DIR: dataDir, MODEL_DIR: modelDir };
  const services: ServiceProcess[] = [];
  const cleanUp = async (): Promise<void> => {
    await Promise.all(services.map((service) => service.stop('SIGKILL')));
    await stores.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await fillWithDemo({ tree, dataDir, limit, env });
    const key = await keyOf({ name, tree, dataDir, env });
    const baseUrl = await startServices(tree, env, services);
    const side = sideAt(name, { baseUrl, key });
    return {
      ...side,
      close: async () => {
        await side.close();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/** A key without limits, which every release makes in one process in its own way. */
async function keyOf(options: Parameters<typeof startStackSide>[0]): Promise<string> {
  const stack = await startStackSide(options);
  await stack.close();
  return stack.served.key;
}

/** @returns the gateway's base address */
async function startServices(tree: string, stores: Env, started: ServiceProcess[]): Promise<string> {
  const addresses = Object.fromEntries(
    await Promise.all(BACKENDS.map(async (name) => [name, `127.0.0.1:${await freePort()}`] as const)),
  );
  const [port, opsPort] = [await freePort(), await freePort()];
  const env = {
    ...stores,
    ...Object.fromEntries(
      Object.entries(addresses).map(([name, address]) => [`${name.toUpperCase()}_ADDRESS`, address]),
    ),
    PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'error',
  };
  const start = async (service: ServiceProcess): Promise<void> => {
    started.push(service);
    await service.start();
  };
  for (const name of BACKENDS) {
    const address = addresses[name] ?? '';
    const listen = { [`${name.toUpperCase()}_LISTEN`]: address };
    await start(new ServiceProcess({ name, address, env: { ...env, ...listen }, tree }));
  }
  await start(new ServiceProcess({ name: 'gateway', address: `http://127.0.0.1:${opsPort}`, env, tree }));
  return `http://127.0.0.1:${port}`;
}
