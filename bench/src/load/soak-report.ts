import { latencyMs, type Served } from './requests.js';

/** One stretch of a soak. */
export interface SoakWindow extends Served {
  target: string;
  /** Since the soak began. */
  atMs: number;
  p50Ms: number;
  p99Ms: number;
  /** At the end of it, by name. */
  processes: Record<string, ProcessState>;
}

const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;
const QUARTERS = 4;

/** The latency once, and a row for each process. */
export function rowsOf({ target, atMs, p50Ms, p99Ms, failed, processes }: SoakWindow): string[] {
  const minute = (atMs / 60_000).toFixed(1);
  return [
    `| ${minute} | ${target} | ${p50Ms.toFixed(0)} | ${p99Ms.toFixed(0)} | ${failed} | | | |`,
    ...Object.entries(processes).map(
      ([name, { residentBytes, heapBytes, descriptors }]) =>
        `| ${minute} | – ${name} | | | | ${mib(residentBytes)} | ${mib(heapBytes)} | ${descriptors} |`,
    ),
  ];
}

/** Growth over the second half, when caches are full and code is compiled; latency of the first and the last quarter. */
export function summaryOf(windows: readonly SoakWindow[]): string {
  const half = windows.slice(Math.floor(windows.length / 2));
  const quarter = Math.ceil(windows.length / QUARTERS);
  const [first, last] = [windows.slice(0, quarter), windows.slice(-quarter)].map((part) => ({
    latenciesMs: part.flatMap(({ latenciesMs }) => latenciesMs),
  }));
  const sum = (value: (window: SoakWindow) => number): number =>
    windows.reduce((total, window) => total + value(window), 0);
  const drift = (share: number): string =>
    [first, last].map((part) => latencyMs(part ?? { latenciesMs: [] }, share).toFixed(0)).join(' → ');
  return `
${windows[0]?.target ?? ''}: ${sum(({ latenciesMs }) => latenciesMs.length)} answered, ${sum(({ failed }) => failed)} failed; p50 ${drift(0.5)} ms, p99 ${drift(0.99)} ms

| process | memory MiB | memory MiB an hour | heap MiB an hour | descriptors | descriptors an hour |
| ------- | ---------: | -----------------: | ---------------: | ----------: | ------------------: |
${Object.keys(half[0]?.processes ?? {})
  .map((name) => growthRow(name, half))
  .join('\n')}`;
}

function growthRow(name: string, windows: readonly SoakWindow[]): string {
  const values = (pick: (state: ProcessState) => number): [number, number][] =>
    windows.flatMap(({ atMs, processes: { [name]: state } }) => (state ? [[atMs, pick(state)]] : []));
  const ends = (pick: (state: ProcessState) => number, print: (value: number) => string): string =>
    [values(pick).at(0), values(pick).at(-1)].map((point) => print(point?.[1] ?? 0)).join(' → ');
  const perHour = (pick: (state: ProcessState) => number): number => HOUR_MS * slopeOf(values(pick));
  const [resident, heap, descriptors] = [
    ({ residentBytes }: ProcessState) => residentBytes,
    ({ heapBytes }: ProcessState) => heapBytes,
    (state: ProcessState) => state.descriptors,
  ];
  const cells = [
    name,
    ends(resident, mib),
    mib(perHour(resident)),
    mib(perHour(heap)),
    ends(descriptors, String),
    perHour(descriptors).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}

/** What a process held when it was asked. */
interface ProcessState {
  residentBytes: number;
  heapBytes: number;
  descriptors: number;
}

/** From the page of metrics of each process. */
export async function readProcesses(
  metricsUrls: Readonly<Record<string, string>>,
): Promise<Record<string, ProcessState>> {
  const states = Object.entries(metricsUrls).map(async ([name, url]) => {
    const page = await (await fetch(url)).text();
    const read = (metric: string): number =>
      Number(new RegExp(`^${metric}\\S* (\\S+)$`, 'm').exec(page)?.[1] ?? 0);
    const state: ProcessState = {
      residentBytes: read('process_resident_memory_bytes'),
      heapBytes: read('nodejs_heap_size_used_bytes'),
      descriptors: read('process_open_fds'),
    };
    return [name, state] as const;
  });
  return Object.fromEntries(await Promise.all(states));
}

/** Least squares: what the value grows by for one unit of the first number. */
function slopeOf(points: readonly (readonly [at: number, value: number])[]): number {
  const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
  const [meanAt, meanValue] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [at]) => sum + (at - meanAt) ** 2, 0);
  const shared = points.reduce((sum, [at, value]) => sum + (at - meanAt) * (value - meanValue), 0);
  return spread === 0 ? 0 : shared / spread;
}
