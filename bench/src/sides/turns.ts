import { printOut } from '@imagesearch/service-kit/process/terminal';
import { quantile, type Measurement } from '@imagesearch/testkit/bench/measure';

/** One of two ways to do the same work. */
export interface Way {
  name: string;
  measure: () => Promise<Measurement>;
}

/** Measures both in turns, after one round that warms them, and prints the ratios of the first to the second. */
export async function compareInTurns(
  title: string,
  ways: readonly [Way, Way],
  rounds: number,
): Promise<void> {
  for (const way of ways) await way.measure();
  const turns: [Measurement, Measurement][] = [];
  for (let round = 0; round < rounds; round += 1) {
    // The order alternates, so that neither always follows the other.
    const isTurned = round % 2 === 1;
    const [first, second] = isTurned ? [ways[1], ways[0]] : ways;
    const measured = [await first.measure(), await second.measure()] as const;
    turns.push(isTurned ? [measured[1], measured[0]] : [measured[0], measured[1]]);
  }
  print(title, ways, turns);
}

/** Ratios are those of one turn each, so that a slow moment of the machine meets both. */
function print(
  title: string,
  ways: readonly Way[],
  turns: readonly (readonly [Measurement, Measurement])[],
): void {
  printOut(`\n${title}`);
  for (const [at, { name }] of ways.entries()) {
    const own = turns.flatMap((turn) => turn[at] ?? []);
    const p50 = quantile(sorted(own.flatMap(({ latenciesMs }) => latenciesMs)), 0.5);
    const perSecond = quantile(sorted(own.map(rateOf)), 0.5);
    printOut(`  ${name}  p50 ${p50.toFixed(1)} ms · ${perSecond.toFixed(0)} requests/s`);
  }
  printOut(`  p50 ÷ ${spread(turns.map(([one, other]) => p50Of(one) / p50Of(other)))}`);
  printOut(`  rate × ${spread(turns.map(([one, other]) => rateOf(other) / rateOf(one)))}`);
}

function spread(ratios: readonly number[]): string {
  const all = sorted(ratios);
  const [median, least, most] = [quantile(all, 0.5), all[0] ?? Number.NaN, all.at(-1) ?? Number.NaN];
  return `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

const p50Of = ({ latenciesMs }: Measurement): number => quantile(sorted(latenciesMs), 0.5);
const rateOf = ({ latenciesMs, elapsedMs }: Measurement): number => (1000 * latenciesMs.length) / elapsedMs;
const sorted = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);
