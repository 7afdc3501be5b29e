import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageSchema } from '@imagesearch/gateway/accounts/usage';
import { footprintOf, type Footprint } from '../support/footprint.js';
import { ATTACKERS, type Target } from './attackers.js';
import type { Rounds } from './attackers-process.js';
import { CHEAP_REQUESTS } from './cheap-requests.js';
import { IMAGE_BOMBS } from './image-bombs.js';
import type { StackReady } from './stack-process.js';
import { Victim } from './victim.js';

const DESCRIPTORS_MAX = 4_096;
const HEAP_MIB_MAX = 2_048;
const WARM_UP_SEARCHES = 20;
const BACK_WITHIN_MS = 15_000;
const DESCRIPTORS_TOLERANCE = 20;
/** What a process that has been busy keeps of its models' work space, after its garbage is collected. */
const GROWTH_MIB_MAX = 300;
const P99_MS_MAX = 1_000;
const MIX = [...ATTACKERS, ...CHEAP_REQUESTS, ...IMAGE_BOMBS].map(({ name }) => name);
const RUN_MS = 60_000;
const EXIT_MISUSED = 2;
const UNITS_MS = { s: 1_000, m: 60_000, h: 3_600_000 };

interface State extends Footprint {
  leases: number;
  reserved: number;
}

/**
 * `npm run attack -- 30m`: attacks the product on embedded stores, while another account searches. Words beside the time
 * choose the parts of the mix by their names.
 */
async function main(): Promise<number> {
  const words = process.argv.slice(2).filter((argument) => argument !== '--');
  const runMs = durationMs(words[0] ?? '');
  const wanted = runMs === undefined ? words : words.slice(1);
  const only = MIX.filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));
  if (only.length === 0) {
    console.error(
      `No attack has a name with "${wanted.join('" or "')}". Their names:\n  ${MIX.join('\n  ')}`,
    );
    console.error('A time stands before them, such as 60s or 30m.');
    return EXIT_MISUSED;
  }
  const stack = startUnderLimits();
  const attackers = fork(join(import.meta.dirname, 'attackers-process.js'));
  try {
    const [ready] = (await once(stack, 'message')) as [StackReady];
    const { port, addresses, attackerKey, victimKey } = ready;
    const victim = new Victim(port, victimKey);
    // Side by side, so that pools are as large at the start as they will be.
    await Promise.all(Array.from({ length: WARM_UP_SEARCHES }, () => victim.search()));
    victim.forget();
    const target: Target = {
      port,
      addresses,
      key: attackerKey,
      downloadPath: await downloadPathOf(ready, ''),
      creditedPath: await downloadPathOf(ready, '?v=credited'),
      only,
    };
    const start = await stateOf(stack, ready);

    attackers.send(target);
    await victim.searchFor(runMs ?? RUN_MS);
    attackers.send('stop');
    const [rounds] = (await once(attackers, 'message')) as [Rounds];
    const end = await stateBack(stack, ready, start);

    console.table(rounds);
    console.table({ start, end });
    console.table([victim.report()]);
    const missed = boundsMissed(start, end, victim);
    console.log(missed.length === 0 ? 'Every bound is kept.' : `Missed: ${missed.join('; ')}.`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    attackers.kill();
    if (stack.connected) stack.disconnect();
    if (stack.exitCode === null) await once(stack, 'exit');
  }
}

function startUnderLimits(): ChildProcess {
  const stackProcess = join(import.meta.dirname, 'stack-process.js');
  const program = ['--expose-gc', `--max-old-space-size=${HEAP_MIB_MAX}`, stackProcess];
  return spawn(
    '/bin/sh',
    ['-c', `ulimit -n ${DESCRIPTORS_MAX} && exec "$@"`, 'sh', process.execPath, ...program],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
}

async function stateOf(stack: ChildProcess, { port, attackerKey }: StackReady): Promise<State> {
  if (stack.pid === undefined || stack.exitCode !== null) throw new Error('the product ended');
  const response = await fetch(`http://127.0.0.1:${port}/v1/usage`, {
    headers: { 'X-API-Key': attackerKey, Connection: 'close' },
  });
  const { windows, credits } = usageSchema.parse(await response.json());
  // V8 leaves garbage in a heap with room: what counts is what the product holds.
  stack.send('collect garbage');
  await once(stack, 'message');
  // The question itself is one.
  const leases = (windows.find(({ limit }) => limit === 'concurrent')?.used ?? 1) - 1;
  return { ...(await footprintOf(stack.pid)), leases, reserved: credits.reserved };
}

/** The state once it is that of the start, or as it is after 15 s. */
async function stateBack(stack: ChildProcess, ready: StackReady, start: State): Promise<State> {
  const givenUpAt = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    const now = await stateOf(stack, ready).catch(() => undefined);
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

function boundsMissed(start: State, end: State, victim: Victim): string[] {
  const { p99Ms, statuses } = victim.report();
  return [
    ...boundsOfState(start, end),
    ...(p99Ms >= P99_MS_MAX ? ['p99 of another account'] : []),
    ...(/^200×\d+$/.test(statuses) ? [] : ['answers to another account']),
  ];
}

async function downloadPathOf({ port, attackerKey }: StackReady, query: string): Promise<string> {
  const { headers } = await fetch(`http://127.0.0.1:${port}/v1/asset/direct/large:noise${query}`, {
    headers: { 'X-API-Key': attackerKey },
    redirect: 'manual',
  });
  return new URL(headers.get('Location') ?? '').pathname;
}

/** Undefined for a word that is no time. */
function durationMs(text: string): number | undefined {
  const { count, unit } = /^(?<count>\d+)(?<unit>[smh])$/.exec(text)?.groups ?? {};
  if (count === undefined || unit === undefined) return undefined;
  return Number(count) * UNITS_MS[unit as keyof typeof UNITS_MS];
}

process.exitCode = await main();
