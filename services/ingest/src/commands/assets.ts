import { readFile } from 'node:fs/promises';
import type { AssetState, ChangeAssetStateResponse } from '@imagesearch/contracts/messages';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { toAppError } from '@imagesearch/service-kit/errors';
import { EXIT_FAILED } from '@imagesearch/service-kit/process/command';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { Command } from 'commander';
import type { Services } from '../pipeline/service-calls.js';
import { idsOfSource, removeAssets } from '../pipeline/stored-assets.js';
import { type AddCommand, addOptions, requirePath, withServices, type CommandContext } from './command.js';

export const addWithdraw: AddCommand = (program, context) => {
  const command = program
    .command('withdraw')
    .description('removes assets, and others of the same content, from every answer at once');
  // Rights first: from then on no answer holds the asset, even if the index delete fails.
  onAssets(command, context, {
    foresee: (state) => {
      if (state === undefined) return 'there is no such asset';
      return state === 'ASSET_STATE_WITHDRAWN'
        ? 'is withdrawn already'
        : 'would be withdrawn, with others of the same content';
    },
    change: async (assetId, { by: actor, why: reason }, { rights, retrieval }) => {
      const { changed, ofSameContent } = await rights.changeAssetState({
        assetId,
        state: 'ASSET_STATE_WITHDRAWN',
        actor,
        reason,
      });
      const others = ofSameContent.filter((other) => other.changed).map((other) => other.assetId);
      await retrieval.deletePoints({ assetIds: [assetId, ...others] });
      return `${changed ? 'withdrawn' : 'was withdrawn already'}${alsoWithdrawn(others)}`;
    },
  });
};

export const addRestore: AddCommand = (program, context) => {
  const command = program
    .command('restore')
    .description(
      'undoes a withdrawal: searches find the asset within ten seconds; or lets a deleted asset come back with its source',
    );
  onAssets(command, context, {
    foresee: (state) => {
      if (state === undefined) return 'there is no such asset';
      return state === 'ASSET_STATE_ACTIVE'
        ? 'is neither withdrawn nor deleted'
        : 'would be restored, with those that were withdrawn with it';
    },
    change: async (assetId, { by: actor, why: reason }, { rights }) => {
      const { changed, ofSameContent } = await rights.changeAssetState({
        assetId,
        state: 'ASSET_STATE_ACTIVE',
        actor,
        reason,
      });
      const idsWhere = (isWanted: (other: ContentState) => boolean): string =>
        namesOf(ofSameContent.filter(isWanted).map((other) => other.assetId));
      const restored = idsWhere((other) => other.changed);
      const withheld = idsWhere(({ state }) => state !== 'ASSET_STATE_ACTIVE');
      return [
        changed
          ? 'restored; searches find it within ten seconds, or, where it had been deleted, once its source is ingested again'
          : 'was neither withdrawn nor deleted',
        restored && `restored with it, because they have the same content: ${restored}`,
        withheld && `the same content stays withdrawn or deleted as ${withheld}; to restore it, name it`,
      ]
        .filter((sentence) => sentence !== '')
        .join('; ');
    },
  });
};

export const addDelete: AddCommand = (program, context) => {
  const command = program
    .command('delete')
    .option('--forget', 'lets them, and their content, come back with the next ingestion')
    .description(
      'deletes assets for good, with their files; the record of the deletion stays, and their content is kept out',
    );
  onAssets(command, context, {
    foresee: (state) =>
      state === 'ASSET_STATE_ACTIVE' || state === 'ASSET_STATE_WITHDRAWN'
        ? 'would be deleted; others of the same content would be withdrawn'
        : 'there is no such asset',
    change: async (assetId, { by: actor, why: reason, forget = false }, services) => {
      const removal = { actor, reason, remember: !forget };
      const { removed, withdrawn } = await removeAssets([assetId], removal, services);
      if (removed === 0) return 'there is no such asset';
      if (forget) return 'deleted';
      return `deleted; to let it come back: restore ${printableText(assetId)}${alsoWithdrawn(withdrawn)}`;
    },
  });
};

/** Other assets that had the same content, and are withdrawn with it. */
function alsoWithdrawn(assetIds: readonly string[]): string {
  return assetIds.length === 0
    ? ''
    : `; withdrawn with it, because they have the same content: ${namesOf(assetIds)}`;
}

const namesOf = (assetIds: readonly string[]): string =>
  assetIds.map((assetId) => printableText(assetId)).join(', ');

type ContentState = ChangeAssetStateResponse['ofSameContent'][number];

/** Recorded with the change. */
export interface CauseOptions {
  by: string;
  why: string;
  /** Of a deletion: whether they may come back. */
  forget?: boolean;
}

interface AssetCommand {
  /** What a run would do with an asset in this state; undefined of one that is not there. */
  foresee: (state: AssetState | undefined) => string;
  change: (assetId: string, cause: CauseOptions, services: Services) => Promise<string>;
}

/** Adds the arguments of a command that changes assets. A failure on one asset does not stop the others. */
function onAssets(command: Command, context: () => CommandContext, { foresee, change }: AssetCommand): void {
  addOptions(command, 'dryRun')
    .argument('<asset-id-or-file>', 'one asset id, or a file with one asset id per line')
    .requiredOption('--by <who>', 'who asks for the change (recorded)')
    .requiredOption('--why <reason>', 'why (recorded)')
    .action(async (target: string, cause: CauseOptions) => {
      const { resolvePath, signal, shared } = context();
      const assetIds = isAssetId(target) ? [target] : await readIds(resolvePath(target));
      await withServices(context(), async (services) => {
        for (const assetId of assetIds) {
          signal.throwIfAborted();
          await report(assetId, async () =>
            shared.dryRun === true
              ? foresee(await stateOf(assetId, services))
              : change(assetId, cause, services),
          );
        }
      });
    });
}

async function stateOf(assetId: string, services: Services): Promise<AssetState | undefined> {
  const { assets } = await services.rights.getAssets({ assetIds: [assetId] });
  if (assets.length > 0) return 'ASSET_STATE_ACTIVE';
  const source = assetId.slice(0, assetId.indexOf(':'));
  for (const state of ['ASSET_STATE_WITHDRAWN', 'ASSET_STATE_DELETED'] as const)
    for await (const id of idsOfSource(source, [state], services)) if (id === assetId) return state;
  return undefined;
}

async function report(assetId: string, work: () => Promise<string>): Promise<void> {
  try {
    printOut(`${printableText(assetId)}: ${await work()}`);
  } catch (error) {
    printErr(`${printableText(assetId)}: ${printableText(toAppError(error).message)}`);
    process.exitCode = EXIT_FAILED;
  }
}

async function readIds(path: string): Promise<string[]> {
  const { path: file } = await requirePath(path, 'file');
  const lines = (await readFile(file, 'utf8')).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}
