import Table from 'cli-table3';
import type { Command } from 'commander';
import type { Collection } from '../collections/collection.js';
import { ingest, type IngestSummary } from '../ingest.js';
import { createLoadPicture } from '../load-picture.js';
import { userAgentOf } from '../net/api.js';
import { startProgressBar } from '../progress-bar.js';
import { openReport } from '../run/report.js';
import { openRunFolder } from '../run/run-folder.js';
import { EXIT_FAILED, withClients, type CommandContext } from './command.js';
import { sharedOptions } from './shared-options.js';

/**
 * Takes one collection in, showing how far it is, and says at the end what came of it. A run that was killed is
 * taken up where it stopped.
 * @param identity What the collection was opened with: another query is another run.
 */
export async function runIntake(
  collection: Collection,
  identity: readonly string[],
  program: Command,
  context: CommandContext,
): Promise<void> {
  const { concurrency, limit, dryRun = false, report, restart } = sharedOptions(program);
  const { config, signal } = context;
  const folder = await openRunFolder(config.DATA_DIR, collection.source, identity);
  const reportPath = report === undefined ? folder.reportPath : context.resolvePath(report);
  const bar = startProgressBar(`Taking in ${collection.source}`, 'pictures');
  const startedAt = performance.now();
  try {
    if (restart === true) await folder.checkpoint.clear();
    const summary = await withClients(context, (clients) =>
      ingest(collection, clients, {
        signal,
        concurrency,
        limit,
        dryRun,
        loadPicture: createLoadPicture({ userAgent: userAgentOf(config.INGEST_CONTACT) }),
        checkpoint: folder.checkpoint,
        journal: folder.journal,
        report: openReport(reportPath),
        onProgress: ({ done, total }) => bar.update(done, total),
      }),
    );
    bar.stop();
    printSummary(collection.source, summary, (performance.now() - startedAt) / 1000, dryRun);
    printFailures(summary, reportPath);
    if (summary.failed > 0) process.exitCode = EXIT_FAILED;
  } finally {
    bar.stop();
    await folder.release();
  }
}

function printSummary(source: string, summary: IngestSummary, seconds: number, dryRun: boolean): void {
  const table = new Table({ style: { head: [], border: [] } });
  const rate = seconds > 0 ? (summary.added / seconds).toFixed(1) : '–';
  table.push(
    { Source: source },
    { [dryRun ? 'Would be taken in' : 'Taken in']: String(summary.added) },
    { Unchanged: String(summary.unchanged) },
    ...(summary.withdrawn > 0 ? [{ 'Withdrawn, left alone': String(summary.withdrawn) }] : []),
    { Failed: String(summary.failed) },
    { Time: `${seconds.toFixed(1)} s${dryRun ? '' : `, ${rate} pictures a second`}` },
  );
  console.error(table.toString());
}

function printFailures({ failed, failures }: IngestSummary, reportPath: string): void {
  if (failed === 0) return;
  for (const { item, reason } of failures) console.error(`  ${item}: ${reason}`);
  if (failed > failures.length) console.error(`  and ${failed - failures.length} more`);
  console.error(`Every failure and its reason: ${reportPath}`);
}
