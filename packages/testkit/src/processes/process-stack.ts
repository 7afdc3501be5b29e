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

/**
 * The services as processes of their own, found by name through a DNS server of the test. Each replica has its own copy of
 * its part of the collection, so that replicas on embedded stores do not share a folder.
 */
export class ProcessStack {
  readonly dns = new DnsServer();
  readonly key: string;
  readonly #home: string;
  readonly #original: string;
  readonly #ports: Record<BackendName, number>;
  readonly #env: Readonly<Record<string, string>>;
  readonly #running: ServiceProcess[] = [];
  #resolver = '';

  private constructor(
    folders: { home: string; original: string },
    key: string,
    ports: Record<BackendName, number>,
    env: Readonly<Record<string, string>>,
  ) {
    this.#home = folders.home;
    this.#original = folders.original;
    this.key = key;
    this.#ports = ports;
    this.#env = env;
  }

  static async create({ fill, env = {} }: ProcessStackOptions = {}): Promise<ProcessStack> {
    const filled = await TestStack.start(fill && NO_IMAGES, { env });
    await fill?.(filled);
    const key = await filled.newKey('custom');
    await filled.stack.close();
    const home = await mkdtemp(join(tmpdir(), 'imagesearch-processes-'));
    const [embedding, retrieval, reranker, rights] = await Promise.all(BACKENDS.map(freePort));
    const ports = { embedding, retrieval, reranker, rights } as Record<BackendName, number>;
    const stack = new ProcessStack({ home, original: filled.dataDir }, key, ports, env);
    stack.#resolver = await stack.dns.open();
    for (const name of BACKENDS) stack.dns.set(`${name}.test`, [hostOf(0)]);
    return stack;
  }

  /** The port of a service, the same at all of its addresses. */
  portOf(name: BackendName): number {
    return this.#ports[name];
  }

  /** Starts a replica of a service at its own address, and adds it to the name of the service. */
  startBackend(name: BackendName, replica = 0, env: Record<string, string> = {}): Promise<ServiceProcess> {
    return this.#start(name, replica, env, `${hostOf(replica)}:${this.portOf(name)}`);
  }

  startGateway(replica = 0, env: Record<string, string> = {}): Promise<ServiceProcess> {
    return this.#start('gateway', replica, env);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#running.map((service) => service.stop('SIGKILL')));
    this.dns.close();
    await rm(this.#home, { recursive: true, force: true });
    await rm(this.#original, { recursive: true, force: true });
  }

  async #start(
    name: ServiceName,
    replica: number,
    env: Record<string, string>,
    listen?: string,
  ): Promise<ServiceProcess> {
    const dataDir = join(this.#home, `${name}-${replica}`);
    const foreign = ['gateway', ...BACKENDS].filter((other) => other !== name);
    const folders = new Set(foreign.map((other) => join(this.#original, other)));
    await cp(this.#original, dataDir, { recursive: true, filter: (path) => !folders.has(path) });
    const whole = {
      ...this.#addresses(),
      // Otherwise names would be looked up where the machine looks them up.
      GRPC_NODE_USE_ALTERNATIVE_RESOLVER: 'true',
      DATA_DIR: dataDir,
      PRICING_FILE: join(this.#original, 'pricing.json'),
      LOG_LEVEL: 'warn',
      ...this.#env,
      ...env,
    };
    const service = await ServiceProcess.create(name, whole, { listen });
    this.#running.push(service);
    await service.start();
    return service;
  }

  #addresses(): Record<string, string> {
    return Object.fromEntries(
      BACKENDS.map((name) => [
        `${name.toUpperCase()}_ADDRESS`,
        `dns://${this.#resolver}/${name}.test:${this.portOf(name)}`,
      ]),
    );
  }
}

/** Each service once, in a process of its own, with its page of metrics. */
export interface FiveProcesses {
  services: Record<ServiceName, ServiceProcess>;
  metricsUrls: Record<ServiceName, string>;
  baseUrl: string;
  caller: Caller;
}

type Env = Record<string, string>;

/** @param envOf What a service gets beside the environment of the stack. */
export async function startFiveProcesses(
  stack: ProcessStack,
  envOf: (name: ServiceName) => Env | Promise<Env> = () => ({}),
): Promise<FiveProcesses> {
  const services: Partial<Record<ServiceName, ServiceProcess>> = {};
  const metricsUrls: Partial<Record<ServiceName, string>> = {};
  for (const name of ['retrieval', 'rights', 'reranker', 'embedding'] as const) {
    const metrics = `127.0.0.1:${await freePort()}`;
    metricsUrls[name] = `http://${metrics}/metrics`;
    services[name] = await stack.startBackend(name, 0, { METRICS_LISTEN: metrics, ...(await envOf(name)) });
  }
  const gateway = await stack.startGateway(0, await envOf('gateway'));
  const { baseUrl } = gateway;
  return {
    services: { ...services, gateway } as Record<ServiceName, ServiceProcess>,
    metricsUrls: { ...metricsUrls, gateway: `${gateway.address}/metrics` } as Record<ServiceName, string>,
    baseUrl,
    caller: new Caller(baseUrl, stack.key),
  };
}
