import Table from 'cli-table3';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { IngestSummary } from '../pipeline/ingest.js';

export function printSummary(source: string, summary: IngestSummary, seconds: number, dryRun: boolean): void {
  const table = new Table({ style: { head: [], border: [] } });
  const addedNow = summary.added - summary.addedBefore;
  const rate = `, ${(addedNow / seconds).toFixed(1)} pictures a second`;
  const skipped = skippedText(summary);
  table.push(
    { Source: source },
    { [dryRun ? 'Would be ingested' : 'Ingested']: String(summary.added) },
    ...(summary.addedBefore > 0
      ? [{ 'Of these, before the interruption': String(summary.addedBefore) }]
      : []),
    { Unchanged: String(summary.unchanged) },
    ...(summary.withdrawn > 0 ? [{ 'Withdrawn, skipped': String(summary.withdrawn) }] : []),
    ...(skipped === undefined ? [] : [{ 'Not ingested': skipped }]),
    { Failed: String(summary.failed) },
    { Time: `${seconds.toFixed(1)} s${dryRun || addedNow === 0 ? '' : rate}` },
  );
  printErr(table.toString());
}

/** Kinds that are named; the report has every file. */
const KINDS_MAX = 12;

/** `12 skipped: 9 .heic, 3 .svg`, the most frequent first; undefined when nothing was skipped. */
export function skippedText({ skipped }: Pick<IngestSummary, 'skipped'>): string | undefined {
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

/** Whether a source had no entry at all. */
export function isEmpty({ added, unchanged, withdrawn, failed, skipped }: IngestSummary): boolean {
  return added + unchanged + withdrawn + failed === 0 && Object.keys(skipped).length === 0;
}
