import { OperatorError } from '@imagesearch/service-kit/process/command';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { Option } from 'commander';
import { refillIndex } from '../pipeline/refill-index.js';
import { withServices, type AddCommand, type CommandContext } from './command.js';
import { withProgressBar } from './progress.js';

const ABANDON_TIMEOUT_MS = 120_000;

export const addReindex: AddCommand = (program, context) => {
  program
    .command('reindex')
    .description(
      'rebuilds the index with the present settings while the old one serves, then swaps them; when the embedding ' +
        'service runs another model, embeds every stored image again',
    )
    .option('--allow-missing', 'swap even if some images could not be embedded again', false)
    .addOption(
      new Option('--abandon', 'remove what an interrupted run built, and stop')
        .default(false)
        .conflicts('allowMissing'),
    )
    .action((options: { allowMissing: boolean; abandon: boolean }) =>
      options.abandon ? abandon(context()) : reindex(context(), options.allowMissing),
    );
};

async function abandon(context: CommandContext): Promise<void> {
  await withServices(context, async ({ retrieval }) => {
    const { rebuild } = await retrieval.describeIndex({});
    if (rebuild === null) throw new OperatorError('No rebuild is under way.');
    const { rebuildId, points } = rebuild;
    await retrieval.abandonRebuild({ rebuildId }, ABANDON_TIMEOUT_MS);
    printErr(`Removed ${rebuildId}, which held ${points} points.`);
  });
}

async function reindex(context: CommandContext, allowMissing: boolean): Promise<void> {
  await withServices(context, async (services) => {
    const [model, { modelFingerprint, points }, { assets }] = await Promise.all([
      services.embedding.describeModel({}),
      services.retrieval.describeIndex({}),
      services.rights.countAssets({}),
    ]);
    if (points === 0 && assets === 0)
      throw new OperatorError('There is nothing to index: no image has been ingested yet.');
    const isSameModel = points > 0 && modelFingerprint === model.fingerprint;
    if (points === 0) printErr('The index is empty; it is filled from the stored images.');
    else if (!isSameModel)
      printErr(
        `The index was filled by model ${modelFingerprint}. Every image is embedded again by ${model.fingerprint} (${model.profile}).`,
      );
    const result = await withProgressBar(isSameModel ? 'Copying' : 'Embedding', (bar) =>
      refillIndex(services, {
        allowMissing,
        onProgress: bar.update,
        onFailure: ({ entry, reason }) => printErr(`  ${printableText(entry)}: ${printableText(reason)}`),
      }),
    );
    printErr(`The new index serves: ${result.points} points.`);
  });
}
