import Table from 'cli-table3';
import type { Command } from 'commander';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { Source } from '../sources/source.js';
import { ingest, type IngestSummary } from '../pipeline/ingest.js';
import type { Executor } from '../executors/executor.js';
import { createLoadImage } from '../pipeline/load-image.js';
import { userAgentOf } from '../sources/network/api.js';
import { startProgressBar } from './progress-bar.js';
import { openQueueExecutor } from '../executors/queue/queue.js';
import { NO_REPORT, openReport } from '../runs/report.js';
import { openRunFolder } from '../runs/run-folder.js';
import { EXIT_FAILED, withClients, type CommandContext } from './command.js';
import { sharedOptions } from './shared-options.js';

/** Continues an interrupted run. @param identity What the source was opened with: another query is another run. */
export async function runIngest(
  source: Source,
  identity: readonly string[],
  program: Command,
  context: CommandContext,
): Promise<void> {
  const { concurrency, limit, dryRun = false, report, restart } = sharedOptions(program);
  const { config, signal } = context;
  const folder = await openRunFolder(config.DATA_DIR, source.source, identity);
  const reportPath = report === undefined ? folder.reportPath : context.resolvePath(report);
  const bar = startProgressBar(`Ingesting ${source.source}`, 'pictures');
  const startedAt = performance.now();
  try {
    if (restart === true) await folder.checkpoint.clear();
    const summary = await withClients(context, (clients) =>
      ingest(source, clients, {
        signal,
        concurrency,
        openExecutor: (modelFingerprint) => queueExecutor(context, clients, modelFingerprint),
        limit,
        dryRun,
        loadImage: createLoadImage({ userAgent: userAgentOf(config.INGEST_CONTACT) }),
        checkpoint: folder.checkpoint,
        journal: folder.journal,
        report: dryRun && report === undefined ? NO_REPORT : openReport(reportPath),
        onProgress: ({ done, total }) => bar.update(done, total),
      }),
    );
    bar.stop();
    printSummary(source.source, summary, (performance.now() - startedAt) / 1000, dryRun);
    printFailures(summary, dryRun && report === undefined ? undefined : reportPath);
    if (summary.failed > 0) process.exitCode = EXIT_FAILED;
  } finally {
    bar.stop();
    await folder.release();
  }
}

/** The executor of the queue; undefined without REDIS_URL or without workers. */
async function queueExecutor(
  { config: { REDIS_URL: redisUrl, INGEST_QUEUE: queueName }, signal }: CommandContext,
  clients: IngestClients,
  modelFingerprint: string,
): Promise<Executor | undefined> {
  if (redisUrl === undefined) return undefined;
  let hasWarned = false;
  const executor = await openQueueExecutor({
    redisUrl,
    queueName,
    clients,
    modelFingerprint,
    signal,
    onNoWorkers: () => {
      if (!hasWarned) printErr('No worker serves the queue any more; start one: npm run ingest -- worker');
      hasWarned = true;
    },
  });
  if (executor === undefined)
    printErr('No worker serves the queue; this process ingests the pictures itself.');
  return executor;
}

function printSummary(source: string, summary: IngestSummary, seconds: number, dryRun: boolean): void {
  const table = new Table({ style: { head: [], border: [] } });
  const addedNow = summary.added - summary.addedBefore;
  const rate = `, ${(addedNow / seconds).toFixed(1)} pictures a second`;
  table.push(
    { Source: source },
    { [dryRun ? 'Would be ingested' : 'Ingested']: String(summary.added) },
    ...(summary.addedBefore > 0
      ? [{ 'Of these, before the interruption': String(summary.addedBefore) }]
      : []),
    { Unchanged: String(summary.unchanged) },
    ...(summary.withdrawn > 0 ? [{ 'Withdrawn, skipped': String(summary.withdrawn) }] : []),
    { Failed: String(summary.failed) },
    { Time: `${seconds.toFixed(1)} s${dryRun || addedNow === 0 ? '' : rate}` },
  );
  printErr(table.toString());
}

function printFailures({ failed, failures }: IngestSummary, reportPath: string | undefined): void {
  if (failed === 0) return;
  for (const { entry, reason } of failures) printErr(`  ${printableText(entry)}: ${printableText(reason)}`);
  if (failed > failures.length) printErr(`  and ${failed - failures.length} more`);
  if (reportPath !== undefined) printErr(`All failures with their reasons: ${printableText(reportPath)}`);
}
