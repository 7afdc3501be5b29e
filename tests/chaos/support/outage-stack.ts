import { randomBytes } from 'node:crypto';
import { FaultyProxy, type Fault } from '@imagesearch/testkit/network/faulty-proxy';
import {
  startFiveProcesses,
  type FiveProcesses,
  BACKENDS,
  hostOf,
  ProcessStack,
} from '@imagesearch/testkit/processes/process-stack';
import type { ServiceProcess } from '@imagesearch/testkit/processes/service-process';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { RedisServer } from '@imagesearch/testkit/stores/redis-server';

/** Begins a fault, and ends it; what they return is waited for. */
interface Outage {
  begin: () => unknown;
  end: () => unknown;
}

/** What can be done to a part, by the name of the fault. */
interface Part {
  name: string;
  outages: Record<string, Outage>;
}

const SLOW_MS = 500;
const NEVER_REACHED = 1_000_000;
const secret = (): string => randomBytes(32).toString('hex');

/** Five processes on a Postgres and a Redis, each behind a proxy of its own, as are the stores. */
export class OutageStack {
  /** Of the gateway, behind its proxy. */
  readonly baseUrl: string;
  readonly key: string;
  readonly databaseUrl: string;
  readonly #parts: readonly Part[];
  readonly #close: () => Promise<void>;

  private constructor(
    stack: ProcessStack,
    services: FiveProcesses['services'],
    stores: Stores,
    proxies: ReadonlyMap<string, FaultyProxy>,
    gatewayPort: number,
  ) {
    this.key = stack.key;
    this.databaseUrl = stores.postgres.url;
    this.baseUrl = `http://127.0.0.1:${gatewayPort}`;
    this.#parts = [
      ...Object.values(services).map((service) => servicePart(service, proxies.get(service.name))),
      { name: 'Postgres', outages: networkOutages(stores.postgres.proxy, 'killed') },
      { name: 'Redis', outages: { ...redisOutages(stores.redis), ...networkOutages(stores.redisProxy) } },
    ];
    this.#close = async () => {
      await stack.stop();
      for (const proxy of proxies.values()) await proxy.close();
      await stores.redisProxy.close();
      await stores.redis.kill();
      await stores.postgres.close();
    };
  }

  /** @param env Of every process, beside the stores. */
  static async start(env: Readonly<Record<string, string>>): Promise<OutageStack> {
    const stores = await startStores();
    const stack = await ProcessStack.create({ env: { ...stores.env, ...env } });
    const proxies = new Map<string, FaultyProxy>();
    for (const name of BACKENDS) {
      const [host, port] = [hostOf(1), stack.portOf(name)];
      const proxy = new FaultyProxy({ host: hostOf(0), port });
      await proxy.open(host, port);
      proxies.set(name, proxy);
      stack.dns.set(`${name}.test`, [host]);
    }
    const five = await startFiveProcesses(stack);
    const atGateway = new FaultyProxy();
    atGateway.pointTo(new URL(five.baseUrl).host);
    proxies.set('gateway', atGateway);
    return new OutageStack(stack, five.services, stores, proxies, await atGateway.open());
  }

  /** @throws Error where this cannot be done to the part. */
  outage(part: string, fault: string): Outage {
    const outage = this.#parts.find(({ name }) => name === part)?.outages[fault];
    if (outage === undefined) throw new Error(`${part} cannot be ${fault}`);
    return outage;
  }

  close(): Promise<void> {
    return this.#close();
  }
}

interface Stores {
  env: Readonly<
    Record<'DATABASE_URL' | 'KEY_SECRET' | 'DOWNLOAD_SECRET' | 'REDIS_URL' | 'PRICING_FILE', string>
  >;
  postgres: ProxiedPostgres;
  redis: RedisServer;
  redisProxy: FaultyProxy;
}

async function startStores(): Promise<Stores> {
  const postgres = await startProxiedPostgres(found(ENGINES.postgres) ?? EMBEDDED_POSTGRES);
  const redis = await RedisServer.start();
  const redisProxy = new FaultyProxy({ host: '127.0.0.1', port: redis.port });
  const env = {
    DATABASE_URL: postgres.url,
    KEY_SECRET: secret(),
    DOWNLOAD_SECRET: secret(),
    REDIS_URL: `redis://127.0.0.1:${await redisProxy.open()}`,
    // Without any limit, a request would not ask Redis.
    PRICING_FILE: await pricingWithLimits(postgres.dir, { custom: { rpm: NEVER_REACHED } }),
  };
  return { env, postgres, redis, redisProxy };
}

function servicePart(service: ServiceProcess, proxy = new FaultyProxy()): Part {
  return {
    name: service.name,
    outages: {
      killed: { begin: () => service.stop('SIGKILL'), end: () => service.start() },
      stopped: { begin: () => service.signal('SIGSTOP'), end: () => service.signal('SIGCONT') },
      ...networkOutages(proxy),
    },
  };
}

/** @param refused What clients see as a server that ended: connections end, and new ones are refused. */
function networkOutages(proxy: FaultyProxy, refused?: string): Record<string, Outage> {
  const under = (fault: Fault): Outage => ({
    begin: () => proxy.setFault(fault),
    end: () => proxy.setFault({ kind: 'none' }),
  });
  return {
    ...(refused !== undefined && { [refused]: under({ kind: 'refuse' }) }),
    slow: under({ kind: 'delay', ms: SLOW_MS }),
    'cut off': under({ kind: 'silent' }),
  };
}

function redisOutages(redis: RedisServer): Record<string, Outage> {
  return {
    killed: { begin: () => redis.kill(), end: () => redis.restart() },
    stopped: { begin: () => redis.hang(), end: () => redis.wake() },
  };
}
