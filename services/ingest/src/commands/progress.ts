import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';
import type { IngestSummary } from '../pipeline/ingest.js';
import { HIDDEN } from '../sources/files/left-out.js';

export interface ProgressBar {
  update: (done: number, total?: number) => void;
  /** Shows nothing until the work is done. */
  whilePaused: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

/** Where there is no terminal, a line is printed this often. */
const PLAIN_LINE_INTERVAL_MS = 4_000;

/** A guess from the first moments is wrong by hours. */
const ESTIMATED_AFTER_S = 3;

/** Shows how far the work is, with rate and time left, on stderr. */
export async function withProgressBar<Result>(
  label: string,
  work: (bar: ProgressBar) => Promise<Result>,
): Promise<Result> {
  const bar = new SingleBar({
    format: `${printableText(label)} {bar} {percentage} % · {value} of {total} images · {rate}/s · {left} left`,
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: PLAIN_LINE_INTERVAL_MS,
    formatValue: (value, _options, type) =>
      type === 'percentage' ? String(value) : String(Math.floor(value)),
    barsize: 24,
  });
  /** When the first image was done: what comes before it, such as a model that loads, says nothing of the rate. */
  let startedAt = 0;
  /** A continued run starts with what the interrupted run did, which does not count for the rate. */
  let doneBefore = 0;
  // Work in flight reports its end after the operator stopped the command.
  let isQuiet = false;
  const update: ProgressBar['update'] = (done, total = done) => {
    if (isQuiet) return;
    if (startedAt === 0) [startedAt, doneBefore] = [performance.now(), done];
    const seconds = (performance.now() - startedAt) / 1000;
    const perSecond = seconds < ESTIMATED_AFTER_S ? 0 : (done - doneBefore) / seconds;
    const payload = {
      rate: perSecond === 0 ? '–' : perSecond.toFixed(perSecond < 10 ? 1 : 0),
      left: formatSeconds((total - done) / perSecond),
    };
    if (!bar.isActive) bar.start(total, done, payload);
    // The total may become known after the start.
    bar.setTotal(total);
    bar.update(done, payload);
  };
  const whilePaused: ProgressBar['whilePaused'] = async (paused) => {
    bar.stop();
    isQuiet = true;
    try {
      return await paused();
    } finally {
      isQuiet = false;
    }
  };
  try {
    return await work({ update, whilePaused });
  } finally {
    bar.stop();
    isQuiet = true;
  }
}

function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function printSummary(source: string, summary: IngestSummary, seconds: number, dryRun: boolean): void {
  const table = new Table({ style: { head: [], border: [] } });
  const addedNow = summary.added - summary.addedBefore;
  const rate = `, ${(addedNow / seconds).toFixed(1)} images a second`;
  const skipped = skippedText(summary);
  table.push(
    { Source: source },
    { [dryRun ? 'Would be ingested' : 'Ingested']: String(summary.added) },
    ...(summary.addedBefore > 0
      ? [{ 'Of these, before the interruption': String(summary.addedBefore) }]
      : []),
    { Unchanged: String(summary.unchanged) },
    ...(summary.withdrawn > 0 ? [{ 'Withdrawn or deleted, skipped': String(summary.withdrawn) }] : []),
    ...(skipped === undefined ? [] : [{ 'Not ingested': skipped }]),
    { Failed: String(summary.failed) },
    { Time: `${seconds.toFixed(1)} s${dryRun || addedNow === 0 ? '' : rate}` },
  );
  printErr(table.toString());
  for (const sentence of lossesIn(summary)) printErr(sentence);
  if (summary.withdrawn === 0) return;
  printErr(
    'Images that were withdrawn or deleted on request stay away, also under another name. To bring one back: restore <asset-id>.',
  );
  for (const { entry, reason } of summary.copiesOfWithheld)
    printErr(`  ${printableText(entry)}: ${printableText(reason)}`);
}

/** What no longer is declared. The next run with the same options restores it, without embedding anything. */
function lossesIn({
  lostLicense,
  lostCreator,
}: Pick<IngestSummary, 'lostLicense' | 'lostCreator'>): string[] {
  const said = (count: number, what: string, option: string): string[] => {
    if (count === 0) return [];
    const [images, them] = count === 1 ? ['1 image loses', 'it'] : [`${count} images lose`, 'them'];
    return [`${images} the ${what} that was declared for ${them} before. ${option} declares it again.`];
  };
  return [...said(lostLicense, 'licence', '--license'), ...said(lostCreator, 'creator', '--creator')];
}

/** Kinds that are named; the report has every file. */
const KINDS_MAX = 12;

/** `12 skipped: 9 .heic, 3 .svg`, the most frequent first; undefined when nothing was skipped. */
function skippedText({ skipped }: Pick<IngestSummary, 'skipped'>): string | undefined {
  const kinds = Object.entries(skipped).sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  if (kinds.length === 0) return undefined;
  const count = kinds.reduce((sum, [, number]) => sum + number, 0);
  const named = kinds.slice(0, KINDS_MAX).map(([kind, number]) => `${number} ${printableText(kind)}`);
  return `${count} skipped: ${named.join(', ')}${kinds.length > KINDS_MAX ? ', …' : ''}`;
}

export function printFailures(
  { failed, failures, skipped }: IngestSummary,
  reportPath: string | undefined,
): void {
  for (const { entry, reason } of failures) printErr(`  ${printableText(entry)}: ${printableText(reason)}`);
  if (failed > failures.length) printErr(`  and ${failed - failures.length} more`);
  if (reportPath !== undefined && (failed > 0 || Object.keys(skipped).length > 0))
    printErr(`All of them with their reasons: ${printableText(reportPath)}`);
}

/** Whether a source had no entry at all, beside what every system puts into a folder. */
export function isEmpty({ added, unchanged, withdrawn, failed, skipped }: IngestSummary): boolean {
  return (
    added + unchanged + withdrawn + failed === 0 && Object.keys(skipped).every((kind) => kind === HIDDEN)
  );
}
