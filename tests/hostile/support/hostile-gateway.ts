import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StackAddresses } from '@imagesearch/local-stack/stack';
import { EMBEDDED_POSTGRES, type TestDatabase } from '@imagesearch/testkit/stores/databases';
import { ServiceProcess, type ProcessLimits } from '@imagesearch/testkit/processes/service-process';
import { createKeys } from '@imagesearch/testkit/stores/gateway-stores';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { pricingWithLimits } from '@imagesearch/testkit/stack/pricing';
import { TestStack, type PlanName } from '@imagesearch/testkit/stack/test-stack';
import { footprintOf, type Footprint } from './footprint.js';

/** Far fewer than an attack could open, and less memory than one could fill. */
const LIMITS: ProcessLimits = { descriptorsMax: 2_048, heapMibMax: 512 };
/** Leases are only counted on a plan with a limit of requests under way. */
const CONCURRENT = 50;
const WARM_UP_SEARCHES = 20;
/** The gateway holds what it holds once this many looks in a row show the same. */
const STABLE_SAMPLES = 10;
const STABLE_PAUSE_MS = 200;

export interface HostileGatewayOptions {
  /** Settings of the gateway, beside those that it needs to run. */
  env?: Record<string, string>;
  limits?: ProcessLimits;
  /** Accounts to make, by name. */
  accounts?: Record<string, PlanName>;
  /** Lines of a test's own between the gateway and a service, made once the services run. */
  reroute?: (addresses: StackAddresses) => Promise<Partial<StackAddresses>>;
}

/** What an account holds at this moment, the question itself left out. */
export interface Held {
  leases: number;
  reserved: number;
  used: number;
}

/**
 * The gateway in a process of its own, with a limit on descriptors and heap, in front of services that run in this
 * one. Everything that an attack could leave behind can be asked for.
 */
export class HostileGateway {
  readonly process: ServiceProcess;
  readonly stack: TestStack;
  readonly #home: TestDatabase;
  readonly #keys: ReadonlyMap<string, string>;

  private constructor(
    process: ServiceProcess,
    stack: TestStack,
    home: TestDatabase,
    keys: Map<string, string>,
  ) {
    this.process = process;
    this.stack = stack;
    this.#home = home;
    this.#keys = keys;
  }

  static async start(options: HostileGatewayOptions = {}): Promise<HostileGateway> {
    const { env = {}, limits = LIMITS, accounts = { attacker: 'pro', victim: 'scale' }, reroute } = options;
    const stack = await TestStack.start();
    const home = await EMBEDDED_POSTGRES.create('gateway/postgres');
    const plan = { rpm: null, rpd: null, concurrent: CONCURRENT };
    const gateway = await ServiceProcess.create(
      'gateway',
      {
        ...stack.stack.addresses,
        ...(await reroute?.(stack.stack.addresses)),
        DATA_DIR: home.dir,
        LOG_LEVEL: 'silent',
        // Searches of a busy machine are slow, and slow ones are none of these suites' business.
        SEARCH_TIMEOUT_MS: '20000',
        DRAIN_TIMEOUT_MS: '30000',
        KEY_SECRET: randomUUID(),
        PRICING_FILE: await pricingWithLimits(home.dir, { starter: plan, pro: plan, scale: plan }),
        ...env,
      },
      { limits },
    );
    const keys = new Map(Object.entries(await createKeys(gateway.env, accounts)));
    await gateway.start();
    const started = new HostileGateway(gateway, stack, home, keys);
    await started.#warmUp();
    return started;
  }

  /** Opens what the gateway keeps open for itself, such as its pool of the database, so that it counts as there. */
  async #warmUp(): Promise<void> {
    for (const account of this.#keys.keys()) {
      const caller = this.caller(account);
      const searches = Array.from({ length: WARM_UP_SEARCHES }, () => caller.search({ query: 'ball', k: 1 }));
      await Promise.all(searches);
      await this.held(account);
    }
    let before = -1;
    for (let same = 0; same < STABLE_SAMPLES;) {
      await sleep(STABLE_PAUSE_MS);
      const { descriptors } = await this.footprint();
      same = descriptors === before ? same + 1 : 0;
      before = descriptors;
    }
  }

  get port(): number {
    return this.process.port;
  }

  /** The key of an account that was asked for at the start. */
  key(account: string): string {
    const key = this.#keys.get(account);
    if (key === undefined) throw new Error(`there is no account ${account}`);
    return key;
  }

  caller(account: string): Caller {
    return new Caller(this.process.baseUrl, this.key(account));
  }

  footprint(): Promise<Footprint> {
    return footprintOf(this.process.pid);
  }

  async held(account: string): Promise<Held> {
    const { windows, credits } = await this.caller(account).usage();
    const taken = windows.find(({ limit }) => limit === 'concurrent')?.used ?? 1;
    return { leases: taken - 1, reserved: credits.reserved, used: credits.used };
  }

  /** Where the original of an image is downloaded from, as a path of the gateway. */
  async downloadPath(account: string, assetId: string): Promise<string> {
    const { headers } = await this.caller(account).get(`/v1/asset/direct/${assetId}`);
    return new URL(headers.get('Location') ?? '').pathname;
  }

  async stop(): Promise<void> {
    await this.process.stop('SIGKILL');
    await this.#home.drop();
    await this.stack.stop();
  }
}
