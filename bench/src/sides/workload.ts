import { measure, type Load } from '@imagesearch/testkit/bench/measure';
import type { Side } from './side.js';
import { compareInTurns, type Way } from './turns.js';

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

export function wayOf(side: Side, { requests, clients, path, bodyAt }: Workload): Way {
  return {
    name: side.name,
    measure: () => measure(side.name, { requests, clients }, (at) => side.ask(path, bodyAt(at))),
  };
}
