import { Command } from 'commander';
import type { AddCommand, CommandContext } from './commands/command.js';
import { wholeNumber } from './commands/command.js';
import { addOpenMoji } from './commands/openmoji.js';
import { addStatus } from './commands/status.js';

const COMMANDS: readonly AddCommand[] = [addOpenMoji, addStatus];

/** The operator's command line. Options stand before or after the subcommand. */
export function createProgram(context: () => CommandContext): Command {
  const program = new Command('ingest')
    .description('Brings collections in, through the RPCs of the embedding, retrieval and rights services.')
    .option('--concurrency <n>', 'pictures in flight at once', wholeNumber)
    .option('--limit <n>', 'take in the first n pictures only', wholeNumber);
  for (const add of COMMANDS) add(program, context);
  return program;
}
