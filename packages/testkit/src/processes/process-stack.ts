import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DnsServer } from '../network/dns-server.js';
import { freePort } from '../network/free-port.js';
import { NO_IMAGES } from '../images/collection.js';
import { TestStack } from '../stack/test-stack.js';
import { ServiceProcess, type ServiceName } from './service-process.js';
import { Caller } from '../stack/caller.js';

export const BACKENDS = ['embedding', 'retrieval', 'reranker', 'rights'] as const;
export type BackendName = (typeof BACKENDS)[number];

/** The first addresses are those of the processes; a test puts what it likes on the others. */
export const hostOf = (replica: number): string => `127.0.0.${2 + replica}`;

interface ProcessStackOptions {
  /** Ingests images, while all services run in this process; without it, the small collection is ingested. */
  fill?: (stack: TestStack) => Promise<void>;
  /** Of every process, such as the addresses of the stores. */
  env?: Readonly<Record<string, string>>;
}

export type ProcessStack = Awaited<ReturnType<typeof newProcessStack>>;

type Env = Readonly<Record<string, string>>;

/**
 * The services as processes of their own, found by name through a DNS server of the test. Each replica has its own copy of
 * its part of the collection, so that replicas on embedded stores do not share a folder.
 */
export async function newProcessStack({ fill, env: ofAll = {} }: ProcessStackOptions = {}) {
  const filled = await TestStack.start(fill && NO_IMAGES, { env: ofAll });
  await fill?.(filled);
  const key = await filled.newKey('custom');
  await filled.stack.close();
  const original = filled.dataDir;
  const home = await mkdtemp(join(tmpdir(), 'imagesearch-processes-'));
  const dns = new DnsServer();
  const resolver = await dns.open();
  const ports = {} as Record<BackendName, number>;
  const addresses: Record<string, string> = {};
  for (const name of BACKENDS) {
    ports[name] = await freePort();
    addresses[`${name.toUpperCase()}_ADDRESS`] = `dns://${resolver}/${name}.test:${ports[name]}`;
    dns.set(`${name}.test`, [hostOf(0)]);
  }
  const running: ServiceProcess[] = [];

  async function start(name: ServiceName, replica: number, env: Env, listen?: string) {
    const dataDir = join(home, `${name}-${replica}`);
    const foreign = ['gateway', ...BACKENDS].filter((other) => other !== name);
    const folders = new Set(foreign.map((other) => join(original, other)));
    await cp(original, dataDir, { recursive: true, filter: (path) => !folders.has(path) });
    const whole = {
      ...addresses,
      // Otherwise names would be looked up where the machine looks them up.
      GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
      DATA_DIR: dataDir,
      PRICING_FILE: join(original, 'pricing.json'),
      LOG_LEVEL: 'warn',
      ...ofAll,
      ...env,
    };
    const service = await ServiceProcess.create(name, whole, { listen });
    running.push(service);
    await service.start();
    return service;
  }

  return {
    dns,
    key,
    /** The port of a service, the same at all of its addresses. */
    portOf: (name: BackendName): number => ports[name],
    /** Starts a replica of a service at its own address. */
    startBackend: (name: BackendName, replica = 0, env: Env = {}): Promise<ServiceProcess> =>
      start(name, replica, env, `${hostOf(replica)}:${ports[name]}`),
    startGateway: (replica = 0, env: Env = {}): Promise<ServiceProcess> => start('gateway', replica, env),
    stop: async (): Promise<void> => {
      await Promise.all(running.map((service) => service.stop('SIGKILL')));
      dns.close();
      for (const folder of [home, original]) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Each service once, in a process of its own, with its page of metrics.
 * @param envOf What a service gets beside the environment of the stack.
 */
export async function startFiveProcesses(
  stack: ProcessStack,
  envOf: (name: ServiceName) => Env | Promise<Env> = () => ({}),
) {
  const services = {} as Record<ServiceName, ServiceProcess>;
  const metricsUrls = {} as Record<ServiceName, string>;
  for (const name of ['retrieval', 'rights', 'reranker', 'embedding'] as const) {
    const metrics = `127.0.0.1:${await freePort()}`;
    metricsUrls[name] = `http://${metrics}/metrics`;
    services[name] = await stack.startBackend(name, 0, { METRICS_LISTEN: metrics, ...(await envOf(name)) });
  }
  const gateway = await stack.startGateway(0, await envOf('gateway'));
  services.gateway = gateway;
  metricsUrls.gateway = `${gateway.address}/metrics`;
  const { baseUrl } = gateway;
  return { services, metricsUrls, baseUrl, caller: new Caller(baseUrl, stack.key) };
}
