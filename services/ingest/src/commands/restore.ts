import { detachedCall } from '@imagesearch/service-kit/call-context';
import { onAssets } from './change-state.js';
import type { AddCommand } from './command.js';

const CALL_TIMEOUT_MS = 30_000;

export const addRestore: AddCommand = (program, context) => {
  const command = program
    .command('restore')
    .description('undoes a withdrawal; searches find the asset after its source is ingested again');
  onAssets(command, context, async (assetId, { by: actor, why: reason }, { rights }) => {
    const call = detachedCall(CALL_TIMEOUT_MS, context().signal);
    const { changed } = await rights.restoreAsset({ assetId, actor, reason }, call);
    return changed ? 'restored; ingest its source again so that searches find it' : 'was not withdrawn';
  });
};
