import { commandOf } from '@imagesearch/service-kit/process/command';
import type { Command } from 'commander';
import { addDelete, addRestore, addWithdraw } from './commands/assets.js';
import { addList, addRemoveSource, addStatus } from './commands/catalogue.js';
import { addCheck } from './commands/check.js';
import { addFolder, addManifest } from './commands/collections.js';
import {
  type AddCommand,
  type CommandContext,
  requireStack,
  type SharedOptions,
} from './commands/command.js';
import { addPublicCollections } from './commands/network.js';
import { addReindex } from './commands/reindex.js';
import { addWorker } from './commands/worker.js';

const COMMANDS: readonly AddCommand[] = [
  addFolder,
  addManifest,
  addPublicCollections,
  addWithdraw,
  addRestore,
  addDelete,
  addRemoveSource,
  addReindex,
  addCheck,
  addStatus,
  addList,
  addWorker,
];

const EXAMPLES = `
Examples:
  npm run ingest -- folder ~/photos
  npm run ingest -- folder ~/photos --source holiday --limit 100
  npm run ingest -- manifest images.jsonl --dry-run
  npm run ingest -- met "red poppies" --limit 50
  npm run ingest -- withdraw holiday:beach.jpg --by "Ada Martin" --why "asked by its owner"
  npm run ingest -- status

The commands talk to the stack that npm start or npm run demo runs in another terminal.
npm run ingest -- <command> --help lists what a command takes.`;

export function createProgram(context: () => Omit<CommandContext, 'shared'>): Command {
  const program = commandOf({
    name: 'npm run ingest --',
    description:
      'Ingests image collections through the RPCs of the embedding, retrieval and rights services.',
    after: EXAMPLES,
  });
  let acting: Command = program;
  const withOptions = (): CommandContext => ({ ...context(), shared: acting.opts<SharedOptions>() });
  for (const add of COMMANDS) add(program, withOptions);
  program.hook('preAction', (_program, command) => {
    acting = command;
    return requireStack(context().config);
  });
  return program;
}
