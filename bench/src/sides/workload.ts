import { printOut } from '@imagesearch/service-kit/process/terminal';
import { quantile, serve, type Send, type Served } from '@imagesearch/testkit/measure';
import type { Side } from './side.js';

/** One kind of request, from that many clients at once. */
export interface Workload {
  name: string;
  clients: number;
  path: string;
  bodyAt: (at: number) => object;
}

/** A process that has just started compiles for its first thousand requests, and answers them at two thirds of its rate. */
const WARM_UP_MS = 5_000;
const TURN_MS = 3_000;

/** Measures both sides in turns after they are warm, and prints the ratios of the first to the second. */
export async function compareSides(
  sides: readonly [Side, Side],
  { name: title, clients, path, bodyAt }: Workload,
  rounds: number,
): Promise<void> {
  const sends = sides.map(
    ({ ask }): Send =>
      (at) =>
        ask(path, bodyAt(at)),
  );
  for (const send of sends) await serve(send, clients, WARM_UP_MS);
  const turns: Served[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turn: Served[] = [];
    // In an order that alternates, so that no side always follows the other.
    const order = [...sends.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [at, send] of order) turn[at] = await serve(send, clients, TURN_MS);
    turns.push(turn);
  }
  printOut(`\n${title}`);
  for (const [at, { name }] of sides.entries())
    printOut(`  ${name}  ${summaryOf(turns.flatMap((turn) => turn[at] ?? []))}`);
  // Ratios are those of one turn each, so that a slow moment of the machine meets both.
  printOut(`  p50 ÷ ${spread(turns.map((turn) => ratio(turn.map(p50Of))))}`);
  printOut(`  rate × ${spread(turns.map((turn) => 1 / ratio(turn.map(({ perSecond }) => perSecond))))}`);
}

function summaryOf(own: readonly Served[]): string {
  const p50 = quantile(sorted(own.flatMap(({ latenciesMs }) => latenciesMs)), 0.5);
  const perSecond = quantile(sorted(own.map((served) => served.perSecond)), 0.5);
  const failed = own.reduce((sum, served) => sum + served.failed, 0);
  return `p50 ${p50.toFixed(1)} ms · ${perSecond.toFixed(0)} requests/s · ${failed} failed`;
}

function spread(ratios: readonly number[]): string {
  const [median, least, most] = [quantile(sorted(ratios), 0.5), Math.min(...ratios), Math.max(...ratios)];
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);
const ratio = ([one = Number.NaN, other = Number.NaN]: readonly number[]): number => one / other;
const p50Of = ({ latenciesMs }: Served): number => quantile(latenciesMs, 0.5);
