import { EXIT_INVALID, EXIT_FAILED, OperatorError } from '@imagesearch/service-kit/process/command';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { Executor } from '../pipeline/executor.js';
import { ingest } from '../pipeline/ingest.js';
import { createLoadImage } from '../pipeline/load-image.js';
import { openReport, openRunFolder } from '../pipeline/run-folder.js';
import type { Services } from '../pipeline/service-calls.js';
import { goneAssets, removeAssets } from '../pipeline/stored-assets.js';
import type { StatedFacts } from '../sources/merged-facts.js';
import { userAgentOf, type Source } from '../sources/source.js';
import { withServices, type CommandContext } from './command.js';
import { locationChoice } from './location-choice.js';
import { claimSource, type CollectionOrigin } from './own-source.js';
import { withProgressBar, isEmpty, printFailures, printSummary } from './progress.js';
import type { FolderPart } from './watch-folder.js';

/** What an operator ingests. */
export interface IngestedCollection extends CollectionOrigin {
  /** What is asked of it beside its place: another query is another run. */
  query?: readonly string[];
  open: (source: string, stated: StatedFacts) => Source | Promise<Source>;
  /** What it is called when it is empty: `The folder /images`. A collection without a name may be empty. */
  name?: string;
}

interface RunOptions {
  /** Removes what the collection has no more. */
  prune?: boolean | undefined;
  /** What is ingested is only a part that has changed, so no interrupted run is continued. */
  part?: FolderPart | undefined;
}

/** Ingests one collection, shows progress and prints a summary. Continues a run that was interrupted. */
export async function runIngest(
  collection: IngestedCollection,
  context: CommandContext,
  { prune = false, part }: RunOptions = {},
): Promise<void> {
  const { config, signal, shared } = context;
  const { concurrency, limit, dryRun = false } = shared;
  if (prune && limit !== undefined) throw new OperatorError('--prune needs a whole run: leave --limit out.');
  await withServices(context, async (services) => {
    const own = await claimSource(collection, context, services);
    const source = await collection.open(own.source, own.stated);
    for (const notice of statedBefore(collection.stated, own.stated)) printErr(notice);
    const { kind, path, query = [], name } = collection;
    const folder = await openRunFolder(config.DATA_DIR, own.source, [kind, path, ...query]);
    const startedAt = performance.now();
    const report = reportOf(context, folder.reportPath);
    try {
      if (shared.restart === true && !dryRun) await folder.checkpoint.clear();
      const summary = await withProgressBar(`Ingesting ${own.source}`, async (bar) =>
        ingest(source, services.clients, {
          signal,
          concurrency,
          openExecutor: (model) => queueExecutor(context, services, model),
          limit,
          dryRun,
          location: await locationChoice(own, shared, bar, services),
          loadImage: createLoadImage({ userAgent: userAgentOf(config.INGEST_CONTACT) }),
          trustList: config.C2PA_TRUST_LIST,
          checkpoint: part === undefined && !dryRun ? folder.checkpoint : undefined,
          report: report === undefined ? undefined : openReport(report),
          keepsReport: part !== undefined,
          onProgress: bar.update,
        }),
      );
      printSummary(own.source, summary, (performance.now() - startedAt) / 1000, dryRun);
      printFailures(summary, report);
      for (const notice of await noticesOf(source, services, dryRun)) printErr(notice);
      if (summary.failed > 0) process.exitCode = EXIT_FAILED;
      if (name !== undefined && isEmpty(summary)) await sayEmpty(name, own.source, dryRun, services);
      if ((part?.hasLost ?? true) && limit === undefined)
        await pruneSource(source, services, { prune, dryRun, machine: config.INGEST_MACHINE });
    } finally {
      await folder.release();
    }
  });
}

/** What this run says of every image because a run before said so. */
function statedBefore(
  given: StatedFacts = {},
  { license, overridesLicense, creator }: StatedFacts,
): string[] {
  const says = (what: string, option: string): string =>
    `As in a run before: ${printableText(what)}. ${option} says another one, and "" takes it back.`;
  const replaces = overridesLicense === true ? ', also for files that state one' : '';
  return [
    ...(given.license === undefined && license ? [says(`licence ${license}${replaces}`, '--license')] : []),
    ...(given.creator === undefined && creator ? [says(`creator ${creator}`, '--creator')] : []),
  ];
}

/** Where failures are reported; a dry run reports none unless it is asked to. */
function reportOf({ shared, resolvePath }: CommandContext, kept: string): string | undefined {
  if (shared.report !== undefined) return resolvePath(shared.report);
  return shared.dryRun === true ? undefined : kept;
}

/** What the source says of its entries, and how many of the stored files name a place: who has an address can read it. */
async function noticesOf(source: Source, { rights }: Services, dryRun: boolean): Promise<string[]> {
  const notices = source.notices?.() ?? [];
  if (dryRun) return notices;
  const { sources } = await rights.countAssets({});
  const count = sources.find((one) => one.source === source.source)?.withLocation ?? 0;
  if (count === 0) return notices;
  const say = count === 1 ? '1 stored file says where it was' : `${count} stored files say where they were`;
  return [...notices, `${say} taken. --strip-location cuts it out.`];
}

/** An empty collection is nearly always a wrong path, which must not keep the name of its source. */
async function sayEmpty(name: string, source: string, dryRun: boolean, { rights }: Services): Promise<void> {
  printErr(`${printableText(name)} is empty: there is nothing to ingest.`);
  process.exitCode = EXIT_INVALID;
  if (!dryRun) await rights.releaseSource({ source });
}

/** The executor of the queue; undefined without REDIS_URL or without workers. */
async function queueExecutor(
  { config: { REDIS_URL: redisUrl, INGEST_QUEUE: queueName } }: CommandContext,
  services: Services,
  modelFingerprint: string,
): Promise<Executor | undefined> {
  if (redisUrl === undefined) return undefined;
  let hasWarned = false;
  // Loading the queue takes as long as all the rest.
  const { openQueueExecutor } = await import('../queue/queue.js');
  const executor = await openQueueExecutor({
    redisUrl,
    queueName,
    services,
    modelFingerprint,
    onNoWorkers: () => {
      if (!hasWarned) printErr('No worker serves the queue any more; start one: npm run ingest -- worker');
      hasWarned = true;
    },
  });
  if (executor === undefined) printErr('No worker serves the queue; this process ingests the images itself.');
  return executor;
}

const NAMED_MAX = 10;

interface PruneOptions {
  /** Removes what is gone; otherwise it is only named. */
  prune: boolean;
  dryRun: boolean;
  machine: string;
}

/** Says which assets of a source the collection has no more, and removes them when the operator wants it. */
async function pruneSource(
  source: Source,
  services: Services,
  { prune, dryRun, machine }: PruneOptions,
): Promise<void> {
  if (source.present === undefined) return;
  const gone = await goneAssets(source, services);
  if (gone === undefined) {
    if (prune) printErr('Nothing is removed: a part of the collection cannot be read.');
    return;
  }
  const { assetIds, isEverything } = gone;
  if (assetIds.length === 0) return;
  const count = `${assetIds.length} of the source's images ${assetIds.length === 1 ? 'is' : 'are'} no longer in the collection`;
  printErr(`${count}${prune && !dryRun ? '' : offer(prune)}: ${named(assetIds)}`);
  if (!prune || dryRun) return;
  if (isEverything) {
    printErr(
      `Nothing is removed, because the collection is empty. To remove it: remove-source ${source.source}`,
    );
    return;
  }
  const removal = { actor: `ingest --prune on ${machine}`, reason: 'no longer in the collection' };
  const { removed } = await removeAssets(assetIds, removal, services);
  printErr(`Removed: ${removed}`);
}

const offer = (prune: boolean): string => (prune ? '; --prune would remove them' : '; --prune removes them');

function named(assetIds: readonly string[]): string {
  const first = assetIds.slice(0, NAMED_MAX).map((assetId) => printableText(assetId));
  return `${first.join(', ')}${assetIds.length > NAMED_MAX ? ', …' : ''}`;
}
