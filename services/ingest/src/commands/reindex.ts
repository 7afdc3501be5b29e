import type { IngestClients } from '../clients.js';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { startProgressBar } from './progress-bar.js';
import { refill } from '../sources/reindex/refill.js';
import { printableText } from '@imagesearch/service-kit/printable-text';
import { printErr } from '@imagesearch/service-kit/terminal';
import { OperatorError, withClients, type AddCommand, type CommandContext } from './command.js';

const CALL_TIMEOUT_MS = 10_000;
const ABANDON_TIMEOUT_MS = 120_000;
/** A large index is copied for hours. */
const REBUILD_TIMEOUT_MS = 7 * 24 * 3_600_000;

export const addReindex: AddCommand = (program, context) => {
  program
    .command('reindex')
    .description(
      'builds the index anew beside the one that serves, and swaps the two: with the present settings, and, where the ' +
        'embedding service runs another model than the one that filled it, from the pictures that are stored',
    )
    .option('--allow-missing', 'swaps although some pictures could not be embedded anew', false)
    .option('--abandon', 'removes what an interrupted run built, and does no more', false)
    .action((options: { allowMissing: boolean; abandon: boolean }) =>
      options.abandon ? abandon(context()) : reindex(context(), options.allowMissing),
    );
};

async function abandon(context: CommandContext): Promise<void> {
  await withClients(context, async ({ retrieval }) => {
    const { rebuild } = await retrieval.describeIndex({}, detachedCall(CALL_TIMEOUT_MS, context.signal));
    if (rebuild === null) throw new OperatorError('Nothing is being built beside the index that serves.');
    const { rebuildId, points } = rebuild;
    await retrieval.abandonRebuild({ rebuildId }, detachedCall(ABANDON_TIMEOUT_MS, context.signal));
    printErr(`Removed ${rebuildId}, which held ${points} points.`);
  });
}

async function reindex(context: CommandContext, allowMissing: boolean): Promise<void> {
  const { signal } = context;
  await withClients(context, async (clients) => {
    const [model, { modelFingerprint, points }, { assets }] = await Promise.all([
      clients.embedding.describeModel({}, detachedCall(CALL_TIMEOUT_MS, signal)),
      clients.retrieval.describeIndex({}, detachedCall(CALL_TIMEOUT_MS, signal)),
      clients.rights.countAssets({}, detachedCall(CALL_TIMEOUT_MS, signal)),
    ]);
    if (points === 0 && assets === 0)
      throw new OperatorError('There is nothing to index: no picture was taken in yet.');
    if (points > 0 && modelFingerprint === model.fingerprint) return copyOver(clients, signal);
    printErr(
      points === 0
        ? 'The index holds nothing; it is filled from the pictures that are stored.'
        : `The index was filled by model ${modelFingerprint}. Every picture is embedded anew by ${model.fingerprint} (${model.profile}).`,
    );
    return embedAnew(clients, allowMissing, signal);
  });
}

const PHASES: Readonly<Record<string, string>> = {
  PHASE_COPY: 'Copying',
  PHASE_INDEX: 'Indexing',
  PHASE_VERIFY: 'Comparing',
};

/** The vectors stay; what the index makes of them is built again. */
async function copyOver({ retrieval }: IngestClients, signal: AbortSignal): Promise<void> {
  let bar: { phase: string; show: ReturnType<typeof startProgressBar> } | undefined;
  try {
    for await (const { phase, done, total } of retrieval.rebuildIndex(
      {},
      detachedCall(REBUILD_TIMEOUT_MS, signal),
    )) {
      const label = PHASES[phase];
      if (bar?.phase !== phase) {
        bar?.show.stop();
        bar = label === undefined ? undefined : { phase, show: startProgressBar(label, 'points') };
      }
      bar?.show.update(done, total);
      if (phase === 'PHASE_PUBLISHED') tellServing(total);
    }
  } finally {
    bar?.show.stop();
  }
}

async function embedAnew(clients: IngestClients, allowMissing: boolean, signal: AbortSignal): Promise<void> {
  const bar = startProgressBar('Embedding', 'pictures');
  try {
    const { points } = await refill(clients, {
      signal,
      allowMissing,
      onProgress: ({ done, total }) => bar.update(done, total),
      onFailure: ({ item, reason }) => printErr(`  ${printableText(item)}: ${printableText(reason)}`),
    });
    bar.stop();
    tellServing(points);
  } finally {
    bar.stop();
  }
}

function tellServing(points: number): void {
  printErr(`The new index serves: ${points} points.`);
}
