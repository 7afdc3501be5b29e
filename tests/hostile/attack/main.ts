import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '@imagesearch/testkit/measure';
import type { Caller } from '@imagesearch/testkit/stack/caller';
import { footprintOf, type Footprint } from '../support/footprint.js';
import { HostileGateway, type Held } from '../support/hostile-gateway.js';
import { largeImage } from '../support/large-image.js';
import type { Rounds, Target } from './attackers.js';

const LIMITS = { descriptorsMax: 4_096, heapMibMax: 2_048 };
/** Plans and times as they are delivered. */
const SETTINGS = {
  PRICING_FILE: join(import.meta.dirname, '../../../../infra/pricing/2026-11-01.json'),
  SEARCH_TIMEOUT_MS: '',
  DRAIN_TIMEOUT_MS: '',
};
const BACK_WITHIN_MS = 15_000;
const DESCRIPTORS_TOLERANCE = 20;
/** What processes that have been busy keep of their heaps and of their models' work space. */
const GROWTH_MIB_MAX = 300;
const P99_MS_MAX = 1_000;
const EXIT_MISUSED = 2;
const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000 };
const SUBJECTS = ['red ball', 'green box', 'striped flag', 'blue ball', 'painted ball', 'long banner'];
const PAUSE_MS = 200;

type State = Footprint & Pick<Held, 'leases' | 'reserved'>;

/** `npm run attack -- 30m`: attacks the product on embedded stores, while another account searches. */
async function main(): Promise<number> {
  const [time = '60s'] = process.argv.slice(2).filter((argument) => argument !== '--');
  const { count, unit } = /^(?<count>\d+)(?<unit>[smh])$/.exec(time)?.groups ?? {};
  if (count === undefined || unit === undefined) {
    console.error(`"${time}" is no time such as 60s or 30m.`);
    return EXIT_MISUSED;
  }
  const accounts = { attacker: 'scale', victim: 'scale' } as const;
  const gateway = await HostileGateway.start({ limits: LIMITS, env: SETTINGS, accounts });
  const attackers = fork(join(import.meta.dirname, 'attackers.js'));
  try {
    await gateway.stack.ingestAsset(largeImage());
    const target: Target = {
      port: gateway.port,
      addresses: { ...gateway.stack.stack.addresses },
      key: gateway.key('attacker'),
      downloadPath: await gateway.downloadPath('attacker', 'large:noise'),
      creditedPath: await gateway.downloadPath('attacker', 'large:noise?v=credited'),
    };
    const start = await stateOf(gateway);
    attackers.send(target);
    const victim = await searchFor(
      gateway.caller('victim'),
      Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS],
    );
    attackers.send('stop');
    const [rounds] = (await once(attackers, 'message')) as [Rounds];
    const end = await stateBack(gateway, start);

    console.table(rounds);
    console.table({ start, end });
    console.table([victim]);
    const missed = [
      ...boundsOfState(start, end),
      ...(victim.p99Ms >= P99_MS_MAX ? ['p99 of another account'] : []),
      ...(/^200×\d+$/.test(victim.statuses) ? [] : ['answers to another account']),
    ];
    console.log(missed.length === 0 ? 'Every bound is kept.' : `Missed: ${missed.join('; ')}.`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    attackers.kill();
    await gateway.stop();
  }
}

/** Another account, which only searches: one search after the other, each timed, and new to the cache of vectors. */
async function searchFor(caller: Caller, runMs: number) {
  const endsAt = Date.now() + runMs;
  const tookMs: number[] = [];
  const statuses = new Map<number, number>();
  while (Date.now() < endsAt) {
    const query = `${SUBJECTS[tookMs.length % SUBJECTS.length] ?? ''} number ${tookMs.length}`;
    const startedAt = performance.now();
    const status = await caller.post('/v1/search', { query, k: 5 }).then(
      (answer) => answer.status,
      () => 0,
    );
    tookMs.push(performance.now() - startedAt);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
  tookMs.sort((one, other) => one - other);
  const [p50Ms = 0, p99Ms = 0, maxMs = 0] = [0.5, 0.99, 1].map((share) =>
    Math.round(quantile(tookMs, share)),
  );
  const counts = [...statuses].map(([status, count]) => `${status}×${count}`).join(' ');
  return { searches: tookMs.length, p50Ms, p99Ms, maxMs, statuses: counts };
}

/** Of the gateway, and of this process, in which the other services run. */
async function stateOf(gateway: HostileGateway): Promise<State> {
  const { leases, reserved } = await gateway.held('attacker');
  const [own, services] = await Promise.all([gateway.footprint(), footprintOf(process.pid)]);
  return {
    descriptors: own.descriptors + services.descriptors,
    residentMib: own.residentMib + services.residentMib,
    leases,
    reserved,
  };
}

/** The state once it is that of the start, or as it is after 15 s. */
async function stateBack(gateway: HostileGateway, start: State): Promise<State> {
  const givenUpAt = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    const now = await stateOf(gateway).catch(() => undefined);
    if (now && (boundsOfState(start, now).length === 0 || Date.now() > givenUpAt)) return now;
    if (Date.now() > 2 * BACK_WITHIN_MS + givenUpAt) throw new Error('the product does not answer');
    await sleep(500);
  }
}

function boundsOfState(start: State, end: State): string[] {
  return [
    ...(end.descriptors > start.descriptors + DESCRIPTORS_TOLERANCE ? ['descriptors'] : []),
    ...(end.residentMib > start.residentMib + GROWTH_MIB_MAX ? ['memory'] : []),
    ...(end.leases > 0 ? ['leases'] : []),
    ...(end.reserved > 0 ? ['reservations'] : []),
  ];
}

process.exitCode = await main();
