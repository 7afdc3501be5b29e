import { removeAssets } from '../pipeline/remove-assets.js';
import { onAssets } from './change-state.js';
import type { AddCommand } from './command.js';

export const addDelete: AddCommand = (program, context) => {
  const command = program
    .command('delete')
    .description('deletes assets for good, with their files; only the record of the deletion stays');
  onAssets(command, context, async (assetId, { by: actor, why: reason }, clients) => {
    const removed = await removeAssets([assetId], { actor, reason }, clients, context().signal);
    return removed > 0 ? 'deleted' : 'there is no such asset';
  });
};
