import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { SingleBar } from 'cli-progress';

export interface ByteBar {
  update(doneBytes: number, totalBytes: number): void;
  stop(): void;
}

const MEGABYTE = 1_000_000;
/** Without a terminal the bar prints a line at this interval. */
const PLAIN_LINE_INTERVAL_MS = 10_000;

export function startByteBar(label: string): ByteBar {
  let startedAt = 0;
  let startedWith = 0;
  const bar = new SingleBar({
    format: `${printableText(label)} {bar} {percentage} % · {done} of {all} MB · {rate} MB/s`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_INTERVAL_MS,
    barsize: 24,
  });
  let running = false;
  return {
    update(doneBytes, totalBytes) {
      const total = Math.max(totalBytes, doneBytes, 1);
      if (!running) {
        startedAt = performance.now();
        startedWith = doneBytes;
      }
      const seconds = Math.max(0.001, (performance.now() - startedAt) / 1000);
      const payload = {
        done: megabytes(doneBytes),
        all: megabytes(total),
        rate: megabytes((doneBytes - startedWith) / seconds),
      };
      if (!running) bar.start(total, doneBytes, payload);
      running = true;
      bar.update(doneBytes, payload);
    },
    stop() {
      if (running) bar.stop();
      running = false;
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
