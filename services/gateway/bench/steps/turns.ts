import { printOut } from '@imagesearch/service-kit/process/terminal';
import { quantileOf } from '@imagesearch/testkit/bench/measure';
import { takeTurn } from '@imagesearch/testkit/bench/turns';

export interface Way {
  name: string;
  search: (at: number) => Promise<unknown>;
}

const ROUNDS = 12;

/** Of one way in one round: the medians of its searches. */
interface Cost {
  elapsedMs: number;
  /** Processor time of the whole process, which hardly depends on what else the machine does. */
  processorMs: number;
}

/** Of each way its costs, and their ratios to those of the last way: that of the median round, and the middle half of rounds. */
export async function compareInTurns(title: string, ways: readonly Way[], searches: number): Promise<void> {
  await takeTurns(ways, searches);
  const rounds: Cost[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await takeTurns(ways, searches));
  printOut(`\n${title}`);
  ways.forEach(({ name }, way) => {
    const elapsed = compared(rounds, way, ({ elapsedMs }) => elapsedMs);
    const processor = compared(rounds, way, ({ processorMs }) => processorMs);
    printOut(`  ${name.padEnd(30)} ${elapsed} · processor ${processor}`);
  });
}

/** Every search of one way has a search of each other way beside it, now before and now after. */
async function takeTurns(ways: readonly Way[], searches: number): Promise<Cost[]> {
  const costs = ways.map((): Cost[] => []);
  for (let at = 0; at < searches; at += 1) {
    const measures = ways.map((way) => () => costOf(() => way.search(at)));
    const turn = await takeTurn(measures, at);
    turn.forEach((cost, way) => costs[way]?.push(cost));
  }
  return costs.map((ofWay) => ({
    elapsedMs: median(ofWay.map(({ elapsedMs }) => elapsedMs)),
    processorMs: median(ofWay.map(({ processorMs }) => processorMs)),
  }));
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const [startedAt, usedBefore] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(usedBefore);
  return { elapsedMs: performance.now() - startedAt, processorMs: (user + system) / 1_000 };
}

function compared(rounds: readonly Cost[][], way: number, read: (cost: Cost) => number): string {
  const values = rounds.map((costs) => costs.map(read));
  const ratios = values.map((ofWays) => (ofWays[way] ?? Number.NaN) / (ofWays.at(-1) ?? Number.NaN));
  const ms = median(values.map((ofWays) => ofWays[way] ?? Number.NaN)).toFixed(1);
  const [ratio, low, high] = [0.5, 0.25, 0.75].map((share) => quantileOf(ratios, share).toFixed(2));
  return `${ms.padStart(6)} ms × ${ratio} (${low} to ${high})`;
}

function median(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}
