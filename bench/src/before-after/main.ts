import { parseArgs } from 'node:util';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { measure, quantile, type Measurement } from '@imagesearch/testkit/bench/measure';
import { prepareCheckout, type Checkout } from './checkout.js';
import { startInProcess } from './start-in-process.js';
import { startSide, type Side } from './side.js';
import { workloads, type Workload } from './workloads.js';

const ROUNDS = 7;

interface Options {
  limit?: string | undefined;
  rounds: number;
}

/** Compares the speed of two commits, each built and filled in folders of its own, in turns. */
async function compare(before: string, after: string, { limit, rounds }: Options): Promise<void> {
  const checkouts = [await prepareCheckout(before, limit), await prepareCheckout(after, limit)] as const;
  const sides: Side[] = [];
  try {
    for (const checkout of checkouts) sides.push(await startSide(checkout));
    const [first, second] = sides as [Side, Side];
    for (const workload of await workloads()) {
      for (const side of sides) await runOnce(side, workload);
      const turns: [Measurement, Measurement][] = [];
      for (let round = 0; round < rounds; round += 1) {
        // The order alternates, so that neither side always follows the other.
        const [one, other] = round % 2 === 0 ? [first, second] : [second, first];
        const measured = [await runOnce(one, workload), await runOnce(other, workload)] as const;
        turns.push(round % 2 === 0 ? [measured[0], measured[1]] : [measured[1], measured[0]]);
      }
      print(workload, sides, turns);
    }
    await besideOneProcess(second, checkouts[1], rounds);
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

/** The second side's text search over HTTP, beside the same search in one process, in turns. */
async function besideOneProcess(side: Side, checkout: Checkout, rounds: number): Promise<void> {
  const inProcess = await startInProcess(checkout);
  try {
    for (const workload of (await workloads()).slice(0, 2)) {
      await runOnce(side, workload);
      await inProcess.measure(workload);
      const turns: [Measurement, Measurement][] = [];
      for (let round = 0; round < rounds; round += 1) {
        turns.push([await inProcess.measure(workload), await runOnce(side, workload)]);
      }
      const names = [{ name: 'in process' }, { name: 'HTTP' }];
      print({ name: `${workload.name}, ${side.name} in process and over HTTP` }, names, turns);
    }
  } finally {
    await inProcess.close();
  }
}

function runOnce(side: Side, { requests, clients, path, bodyAt }: Workload): Promise<Measurement> {
  return measure(side.name, { requests, clients }, (at) => side.ask(path, bodyAt(at)));
}

/** Ratios are those of one turn each, so that a slow moment of the machine meets both sides. */
function print(
  { name }: Pick<Workload, 'name'>,
  sides: readonly Pick<Side, 'name'>[],
  turns: readonly [Measurement, Measurement][],
): void {
  printOut(`\n${name}`);
  for (const [at, side] of sides.entries()) {
    const own = turns.flatMap((turn) => turn[at] ?? []);
    const p50 = quantile(sorted(own.flatMap(({ latenciesMs }) => latenciesMs)), 0.5);
    const perSecond = quantile(sorted(own.map(rateOf)), 0.5);
    printOut(`  ${side.name}  p50 ${p50.toFixed(1)} ms · ${perSecond.toFixed(0)} requests/s`);
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

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string' }, rounds: { type: 'string', default: String(ROUNDS) } },
});
const [before, after = 'HEAD'] = positionals;
if (before === undefined) {
  printErr('Usage: pnpm bench:before-after <commit> [<commit>] [--limit <images>] [--rounds <n>]');
  process.exit(2);
}
await compare(before, after, { limit: values.limit, rounds: Number(values.rounds) });
process.exit(0);
