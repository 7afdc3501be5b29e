import { printOut } from '@imagesearch/service-kit/process/terminal';
import { quantile, serve, type Send, type Served } from '@imagesearch/testkit/measure';
import type { Side } from './sides.js';
import type { Workload } from './workloads.js';

/** How often each side has its turn, and for how long. */
export interface Turns {
  rounds: number;
  turnMs: number;
}

/** A process that has just started compiles for its first thousand requests, and answers them at two thirds of its rate. */
const WARM_UP_MS = 5_000;

/** Measures all sides in turns after they are warm. Of two, it prints the ratios of the first to the second. */
export async function compareSides(
  sides: readonly Side[],
  { name: title, clients, requestAt }: Workload,
  { rounds, turnMs }: Turns,
): Promise<void> {
  const sends = sides.map(
    (side): Send =>
      (at) =>
        side.ask(requestAt(at, side)),
  );
  for (const send of sends) await serve(send, clients, WARM_UP_MS);
  const turns: Served[][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const turn: Served[] = [];
    // In an order that alternates, so that no side always follows the other.
    const order = [...sends.entries()];
    if (round % 2 === 1) order.reverse();
    for (const [at, send] of order) turn[at] = await serve(send, clients, turnMs);
    turns.push(turn);
  }
  printOut(`\n${title}, ${clients} ${clients === 1 ? 'client' : 'clients'}`);
  for (const [at, { name }] of sides.entries())
    printOut(`  ${name}  ${summaryOf(turns.flatMap((turn) => turn[at] ?? []))}`);
  if (sides.length !== 2) return;
  // Ratios are those of one turn each, so that a slow moment of the machine meets both.
  printOut(`  p50 ÷ ${spread(turns.map((turn) => ratio(turn.map(p50Of))))}`);
  printOut(`  rate × ${spread(turns.map((turn) => 1 / ratio(turn.map(({ perSecond }) => perSecond))))}`);
}

function summaryOf(own: readonly Served[]): string {
  const latencies = sorted(own.flatMap(({ latenciesMs }) => latenciesMs));
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(latencies, share).toFixed(1));
  const perSecond = quantile(sorted(own.map((served) => served.perSecond)), 0.5);
  const failed = own.reduce((sum, served) => sum + served.failed, 0);
  return `p50 ${p50} ms · p99 ${p99} ms · ${perSecond.toFixed(0)} requests/s · ${failed} failed`;
}

/** Median, least and most. */
export function spread(ratios: readonly number[]): string {
  const [median, least, most] = [quantile(sorted(ratios), 0.5), Math.min(...ratios), Math.max(...ratios)];
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

export const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);
const ratio = ([one = Number.NaN, other = Number.NaN]: readonly number[]): number => one / other;
const p50Of = ({ latenciesMs }: Served): number => quantile(latenciesMs, 0.5);
