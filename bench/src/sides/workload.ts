import { measure, type Load, quantileOf, type Measurement } from '@imagesearch/testkit/bench/measure';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import type { Side } from './side.js';

/** One kind of request, from that many clients at once; `requests` of them in one round. */
export interface Workload extends Load {
  name: string;
  path: string;
  bodyAt: (at: number) => object;
}

export function compareSides(
  sides: readonly [Side, Side],
  workload: Workload,
  rounds: number,
): Promise<void> {
  const [first, second] = sides;
  return compareInTurns(workload.name, [wayOf(first, workload), wayOf(second, workload)], rounds);
}

function wayOf(side: Side, { requests, clients, path, bodyAt }: Workload): Way {
  return {
    name: side.name,
    measure: () => measure(side.name, { requests, clients }, (at) => side.ask(path, bodyAt(at))),
  };
}

/** One of two ways to do the same work. */
interface Way {
  name: string;
  measure: () => Promise<Measurement>;
}

/** A process that has just started compiles for its first thousand requests, and answers them at two thirds of its rate. */
const WARM_UP_MS = 5_000;

/** Measures both in turns after they are warm, and prints the ratios of the first to the second. */
async function compareInTurns(title: string, ways: readonly [Way, Way], rounds: number): Promise<void> {
  for (const way of ways) await warmUp(way);
  const measures = ways.map(({ measure }) => measure);
  const turns: Measurement[][] = [];
  for (let round = 0; round < rounds; round += 1) turns.push(await takeTurn(measures, round));
  print(title, ways, turns);
}

async function warmUp({ measure }: Way): Promise<void> {
  const until = performance.now() + WARM_UP_MS;
  do await measure();
  while (performance.now() < until);
}

/** Ratios are those of one turn each, so that a slow moment of the machine meets both. */
function print(title: string, ways: readonly Way[], turns: readonly (readonly Measurement[])[]): void {
  printOut(`\n${title}`);
  for (const [at, { name }] of ways.entries()) {
    const own = turns.flatMap((turn) => turn[at] ?? []);
    const p50 = quantileOf(
      own.flatMap(({ latenciesMs }) => latenciesMs),
      0.5,
    );
    const perSecond = quantileOf(own.map(rateOf), 0.5);
    printOut(`  ${name}  p50 ${p50.toFixed(1)} ms · ${perSecond.toFixed(0)} requests/s`);
  }
  printOut(`  p50 ÷ ${spread(turns.map((turn) => ratio(turn.map(p50Of))))}`);
  printOut(`  rate × ${spread(turns.map((turn) => 1 / ratio(turn.map(rateOf))))}`);
}

function spread(ratios: readonly number[]): string {
  const [median, least, most] = [quantileOf(ratios, 0.5), Math.min(...ratios), Math.max(...ratios)];
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

const ratio = ([one = Number.NaN, other = Number.NaN]: readonly number[]): number => one / other;
const p50Of = ({ latenciesMs }: Measurement): number => quantileOf(latenciesMs, 0.5);
const rateOf = ({ latenciesMs, elapsedMs }: Measurement): number => (1000 * latenciesMs.length) / elapsedMs;

/**
 * Runs each way once, in an order that alternates with the turn, so that none always follows another.
 * @returns what each way gave, in the order of the ways.
 */
async function takeTurn<Result>(ways: readonly (() => Promise<Result>)[], turn: number): Promise<Result[]> {
  const results: Result[] = [];
  const order = [...ways.entries()];
  if (turn % 2 === 1) order.reverse();
  for (const [at, way] of order) results[at] = await way();
  return results;
}
