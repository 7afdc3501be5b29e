import { TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import type { AddCommand, CommandContext } from './commands/command.js';
import { addList } from './commands/list.js';
import { addPrepare } from './commands/prepare.js';
import { addPull } from './commands/pull.js';
import { addVerify } from './commands/verify.js';

const COMMANDS: readonly AddCommand[] = [addPull, addPrepare, addList, addVerify];

const EXAMPLES = `
Examples:
  npm run models -- list
  npm run models -- pull clip-b32
  MODEL_PROFILE=lite npm run models -- prepare
  npm run models -- verify clip-b32`;

export function createProgram(context: () => CommandContext): Command {
  const program = new Command('npm run models --')
    .description('Download, list and check model files.')
    .configureOutput(TERMINAL_OUTPUT);
  for (const add of COMMANDS) add(program, context);
  program.addHelpText('after', EXAMPLES);
  return program;
}
