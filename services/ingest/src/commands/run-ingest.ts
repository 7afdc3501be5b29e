import type { Command } from 'commander';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { IngestClients } from '@imagesearch/contracts/clients';
import type { Source } from '../sources/source.js';
import { ingest } from '../pipeline/ingest.js';
import type { Executor } from '../executors/executor.js';
import { createLoadImage } from '../pipeline/load-image.js';
import { userAgentOf } from '../sources/network/user-agent.js';
import { modelProgress } from './model-progress.js';
import { startProgressBar } from './progress-bar.js';
import { NO_CHECKPOINT } from '../runs/checkpoint.js';
import { NO_REPORT, openReport } from '../runs/report.js';
import { openRunFolder } from '../runs/run-folder.js';
import { EXIT_BAD_CONFIGURATION, EXIT_FAILED, withClients, type CommandContext } from './command.js';
import { sourceOf } from './own-source.js';
import { isEmpty, printFailures, printSummary } from './print-summary.js';
import { pruneSource } from './prune.js';
import { sharedOptions } from './shared-options.js';

const RELEASE_TIMEOUT_MS = 10_000;

export interface RunOptions {
  /** Removes what the collection has no more. */
  prune?: boolean | undefined;
  /** The source gives a part of the collection only, so no interrupted run is continued. */
  isPart?: boolean;
  /** Looks for what the collection has no more; a whole run does. */
  looksForGone?: boolean;
  /** What an empty collection is called: `The folder /pictures`. A collection without a name may be empty. */
  name?: string;
}

/** Ingests a network source, which owns its name. */
export async function runNetworkIngest(
  source: Source,
  identity: readonly [kind: string, ...rest: string[]],
  program: Command,
  context: CommandContext,
): Promise<void> {
  await sourceOf({ kind: identity[0], path: '', derived: source.source }, program, context);
  await runIngest(source, identity, program, context);
}

/**
 * Ingests one source, shows progress and prints a summary. Continues a run that was interrupted.
 * @param identity What the source was opened with: another query is another run.
 */
export async function runIngest(
  source: Source,
  identity: readonly string[],
  program: Command,
  context: CommandContext,
  { prune = false, isPart = false, looksForGone = !isPart, name }: RunOptions = {},
): Promise<void> {
  const { concurrency, limit, dryRun = false, report, restart } = sharedOptions(program);
  const { config, signal } = context;
  const folder = await openRunFolder(config.DATA_DIR, source.source, identity);
  const reportPath = report === undefined ? folder.reportPath : context.resolvePath(report);
  const keptReport = dryRun && report === undefined ? undefined : reportPath;
  const bar = startProgressBar(`Ingesting ${source.source}`, 'pictures');
  const startedAt = performance.now();
  try {
    if (restart === true) await folder.checkpoint.clear();
    await withClients(context, async (clients) => {
      const summary = await ingest(source, clients, {
        signal,
        concurrency,
        openExecutor: (modelFingerprint) => queueExecutor(context, clients, modelFingerprint),
        limit,
        dryRun,
        loadImage: createLoadImage({ userAgent: userAgentOf(config.INGEST_CONTACT) }),
        checkpoint: isPart ? NO_CHECKPOINT : folder.checkpoint,
        journal: folder.journal,
        report: keptReport === undefined ? NO_REPORT : openReport(reportPath),
        onProgress: ({ done, total }) => bar.update(done, total),
        onWaitingForModel: modelProgress(),
      });
      bar.stop();
      printSummary(source.source, summary, (performance.now() - startedAt) / 1000, dryRun);
      printFailures(summary, keptReport);
      for (const notice of source.notices?.() ?? []) printErr(notice);
      if (summary.failed > 0) process.exitCode = EXIT_FAILED;
      if (name !== undefined && isEmpty(summary)) await sayEmpty(name, source.source, clients, signal);
      if (looksForGone && limit === undefined)
        await pruneSource(source, clients, { prune, dryRun, machine: config.INGEST_MACHINE, signal });
    });
  } finally {
    bar.stop();
    await folder.release();
  }
}

/** An empty collection is nearly always a wrong path, which must not keep the name of its source. */
async function sayEmpty(
  name: string,
  source: string,
  { rights }: IngestClients,
  signal: AbortSignal,
): Promise<void> {
  printErr(`${printableText(name)} is empty: there is nothing to ingest.`);
  process.exitCode = EXIT_BAD_CONFIGURATION;
  await rights.releaseSource({ source }, detachedCall(RELEASE_TIMEOUT_MS, signal));
}

/** The executor of the queue; undefined without REDIS_URL or without workers. */
async function queueExecutor(
  { config: { REDIS_URL: redisUrl, INGEST_QUEUE: queueName }, signal }: CommandContext,
  clients: IngestClients,
  modelFingerprint: string,
): Promise<Executor | undefined> {
  if (redisUrl === undefined) return undefined;
  let hasWarned = false;
  // Loading the queue takes as long as all the rest.
  const { openQueueExecutor } = await import('../executors/queue/queue.js');
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
