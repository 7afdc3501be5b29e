import { printOut } from '@imagesearch/service-kit/process/terminal';
import { quantileOf, type Measurement } from '@imagesearch/testkit/bench/measure';
import { takeTurn } from '@imagesearch/testkit/bench/turns';

/** One of two ways to do the same work. */
export interface Way {
  name: string;
  measure: () => Promise<Measurement>;
}

/** A process that has just started compiles for its first thousand requests, and answers them at two thirds of its rate. */
const WARM_UP_MS = 5_000;

/** Measures both in turns after they are warm, and prints the ratios of the first to the second. */
export async function compareInTurns(
  title: string,
  ways: readonly [Way, Way],
  rounds: number,
): Promise<void> {
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
