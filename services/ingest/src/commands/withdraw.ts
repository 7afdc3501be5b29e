import { detachedCall } from '@imagesearch/service-kit/call-context';
import { onAssets } from './change-state.js';
import type { AddCommand } from './command.js';

const CALL_TIMEOUT_MS = 30_000;

export const addWithdraw: AddCommand = (program, context) => {
  const command = program.command('withdraw').description('removes assets from every answer at once');
  // Rights first: from then on no answer holds the asset, even if the index delete fails.
  onAssets(command, context, async (assetId, { by: actor, why: reason }, { rights, retrieval }) => {
    const call = () => detachedCall(CALL_TIMEOUT_MS, context().signal);
    const { changed } = await rights.withdrawAsset({ assetId, actor, reason }, call());
    await retrieval.deletePoints({ assetIds: [assetId] }, call());
    return changed ? 'withdrawn' : 'was withdrawn already';
  });
};
