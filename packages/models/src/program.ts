import { TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import type { AddCommand, CommandContext } from './commands/command.js';
import { addList } from './commands/list.js';
import { addPull } from './commands/pull.js';
import { addVerify } from './commands/verify.js';

const COMMANDS: readonly AddCommand[] = [addPull, addList, addVerify];

export function createProgram(context: () => CommandContext): Command {
  const program = new Command('models')
    .description('Download, list and check model files.')
    .configureOutput(TERMINAL_OUTPUT);
  for (const add of COMMANDS) add(program, context);
  return program;
}
