import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { SingleBar } from 'cli-progress';

export interface ProgressBar {
  update(done: number, total: number | undefined): void;
  /** Final: a later `update` shows nothing. */
  stop(): void;
}

/** Where there is no terminal, a line is printed this often. */
const PLAIN_LINE_INTERVAL_MS = 4_000;

/** A progress bar with rate and time left, on stderr. */
export function startProgressBar(label: string, unit: string): ProgressBar {
  const startedAt = performance.now();
  const bar = new SingleBar({
    format: `${printableText(label)} {bar} {percentage} % · {value} of {total} ${unit} · {rate}/s · {left} left`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_INTERVAL_MS,
    formatValue: (value, _options, type) =>
      type === 'percentage' ? String(value) : String(Math.floor(value)),
    barsize: 24,
  });
  let state: 'unseen' | 'shown' | 'stopped' = 'unseen';
  /** A continued run starts with what the interrupted run did, which does not count for the rate. */
  let doneBefore = 0;
  return {
    update(done, total = done) {
      // Work in flight reports its end after the operator stopped the command.
      if (state === 'stopped') return;
      if (state === 'unseen') doneBefore = Math.max(0, done - 1);
      const perSecond = (done - doneBefore) / Math.max(0.001, (performance.now() - startedAt) / 1000);
      const payload = {
        rate: perSecond.toFixed(perSecond < 10 ? 1 : 0),
        left: formatSeconds((total - done) / perSecond),
      };
      if (state === 'unseen') bar.start(total, done, payload);
      state = 'shown';
      // The total may become known after the start.
      bar.setTotal(total);
      bar.update(done, payload);
    },
    stop() {
      if (state === 'shown') bar.stop();
      state = 'stopped';
    },
  };
}

function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
