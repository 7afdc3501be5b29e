import { randomBytes } from 'node:crypto';
import { FaultyProxy, type Fault } from '@imagesearch/testkit/network/faulty-proxy';
import {
  BACKENDS,
  hostOf,
  newProcessStack,
  startFiveProcesses,
} from '@imagesearch/testkit/processes/process-stack';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { EMBEDDED_POSTGRES } from '@imagesearch/testkit/stores/databases';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { startProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import { RedisServer } from '@imagesearch/testkit/stores/redis-server';

/** Begins a fault, and ends it; what they return is waited for. */
interface Outage {
  begin: () => unknown;
  end: () => unknown;
}

export type OutageStack = Awaited<ReturnType<typeof startOutageStack>>;

const SLOW_MS = 500;
const NEVER_REACHED = 1_000_000;
const secret = (): string => randomBytes(32).toString('hex');

/**
 * Five processes on a Postgres and a Redis, each behind a proxy of its own, as are the stores.
 * @param env Of every process, beside the stores.
 */
export async function startOutageStack(env: Readonly<Record<string, string>>) {
  const postgres = await startProxiedPostgres(found(ENGINES.postgres) ?? EMBEDDED_POSTGRES);
  const redis = await RedisServer.start();
  const redisProxy = new FaultyProxy({ host: '127.0.0.1', port: redis.port });
  const stack = await newProcessStack({
    env: {
      DATABASE_URL: postgres.url,
      KEY_SECRET: secret(),
      DOWNLOAD_SECRET: secret(),
      REDIS_URL: `redis://127.0.0.1:${await redisProxy.open()}`,
      // Without any limit, a request would not ask Redis.
      PRICING_FILE: await pricingWithLimits(postgres.dir, { custom: { rpm: NEVER_REACHED } }),
      ...env,
    },
  });
  const gatewayProxy = new FaultyProxy();
  const proxies: Record<string, FaultyProxy> = { gateway: gatewayProxy };
  for (const name of BACKENDS) {
    const [host, port] = [hostOf(1), stack.portOf(name)];
    const proxy = new FaultyProxy({ host: hostOf(0), port });
    await proxy.open(host, port);
    proxies[name] = proxy;
    stack.dns.set(`${name}.test`, [host]);
  }
  const { services, baseUrl } = await startFiveProcesses(stack);
  gatewayProxy.pointTo(new URL(baseUrl).host);

  /** What can be done to each part, by the name of the fault. */
  const parts: Record<string, Record<string, Outage>> = {
    Postgres: {
      // Connections end, and new ones are refused.
      killed: under(postgres.proxy, { kind: 'refuse' }),
      ...networkOutages(postgres.proxy),
    },
    Redis: {
      killed: { begin: () => redis.kill(), end: () => redis.restart() },
      stopped: { begin: () => redis.hang(), end: () => redis.wake() },
      ...networkOutages(redisProxy),
    },
  };
  for (const service of Object.values(services))
    parts[service.name] = {
      killed: { begin: () => service.stop('SIGKILL'), end: () => service.start() },
      stopped: { begin: () => service.signal('SIGSTOP'), end: () => service.signal('SIGCONT') },
      ...networkOutages(proxies[service.name]),
    };

  return {
    /** Of the gateway, behind its proxy. */
    baseUrl: `http://127.0.0.1:${await gatewayProxy.open()}`,
    key: stack.key,
    databaseUrl: postgres.url,
    /** @throws Error where this cannot be done to the part. */
    outage(part: string, fault: string): Outage {
      const outage = parts[part]?.[fault];
      if (outage === undefined) throw new Error(`${part} cannot be ${fault}`);
      return outage;
    },
    async close(): Promise<void> {
      await stack.stop();
      for (const proxy of [...Object.values(proxies), redisProxy]) await proxy.close();
      await redis.kill();
      await postgres.close();
    },
  };
}

const under = (proxy: FaultyProxy, fault: Fault): Outage => ({
  begin: () => proxy.setFault(fault),
  end: () => proxy.setFault({ kind: 'none' }),
});

const networkOutages = (proxy = new FaultyProxy()): Record<string, Outage> => ({
  slow: under(proxy, { kind: 'delay', ms: SLOW_MS }),
  'cut off': under(proxy, { kind: 'silent' }),
});
