import { SingleBar } from 'cli-progress';

export interface ProgressBar {
  update(done: number, total: number | undefined): void;
  stop(): void;
}

/** On a terminal a bar redraws itself; elsewhere it prints a line this often. */
const PLAIN_LINE_INTERVAL_MS = 10_000;

/** A progress bar with rate and time left, on stderr. */
export function startProgressBar(label: string, unit: string): ProgressBar {
  const startedAt = performance.now();
  const bar = new SingleBar({
    stream: process.stderr,
    format: `${label} {bar} {percentage} % · {value} of {total} ${unit} · {rate}/s · {eta_formatted} left`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_INTERVAL_MS,
    etaBuffer: 200,
    barsize: 24,
  });
  let running = false;
  return {
    update(done, total = done) {
      const rate = Math.round(done / Math.max(0.001, (performance.now() - startedAt) / 1000));
      if (!running) bar.start(total, done, { rate });
      running = true;
      bar.update(done, { rate });
    },
    stop() {
      if (running) bar.stop();
      running = false;
    },
  };
}
