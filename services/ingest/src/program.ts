import { TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import type { AddCommand, CommandContext } from './commands/command.js';
import { addDelete } from './commands/delete.js';
import { addFolder } from './commands/folder.js';
import { addFlickr } from './commands/flickr.js';
import { addList } from './commands/list.js';
import { addManifest } from './commands/manifest.js';
import { addMet } from './commands/met.js';
import { addOpenMoji } from './commands/openmoji.js';
import { addOpenverse } from './commands/openverse.js';
import { addSharedOptions } from './commands/shared-options.js';
import { addRestore } from './commands/restore.js';
import { addRemoveSource } from './commands/remove-source.js';
import { addReindex } from './commands/reindex.js';
import { addStatus } from './commands/status.js';
import { addWikimedia } from './commands/wikimedia.js';
import { addWithdraw } from './commands/withdraw.js';
import { addWorker } from './commands/worker.js';

const COMMANDS: readonly AddCommand[] = [
  addFolder,
  addManifest,
  addOpenMoji,
  addOpenverse,
  addWikimedia,
  addMet,
  addFlickr,
  addWithdraw,
  addRestore,
  addDelete,
  addRemoveSource,
  addReindex,
  addStatus,
  addList,
  addWorker,
];

export function createProgram(context: () => CommandContext): Command {
  const program = addSharedOptions(
    new Command('npm run ingest --')
      .description(
        'Ingests image collections through the RPCs of the embedding, retrieval and rights services.',
      )
      .configureHelp({ showGlobalOptions: true })
      .configureOutput(TERMINAL_OUTPUT)
      .exitOverride(),
  );
  for (const add of COMMANDS) add(program, context);
  return program;
}
