import { storageFaultOf } from '@imagesearch/service-kit/files/storage-fault';
import { listenForStop } from '@imagesearch/service-kit/process/stop-request';
import { printErr, TERMINAL_OUTPUT } from '@imagesearch/service-kit/process/terminal';
import { Command } from 'commander';
import { z } from 'zod';
import type { ProfileSettings } from './choose-profile.js';
import type { AddCommand, CommandContext } from './commands/command.js';
import { addList } from './commands/list.js';
import { addPrepare } from './commands/prepare.js';
import { addPull } from './commands/pull.js';
import { HubError } from './hub/hub-error.js';
import { modelVariables, toProfileSettings } from './model-settings.js';

const EXIT_BAD_CONFIGURATION = 2;

/** Runs the command that a person typed. @param more commands that need other parts of the product */
export async function runModels(more: readonly AddCommand[] = []): Promise<void> {
  const stop = listenForStop();
  try {
    await createProgram(() => ({ settings: readSettings(), signal: stop.signal }), more).parseAsync();
  } catch (error) {
    printErr(stop.signal.aborted ? 'Stopped. Run the same command again to continue.' : explain(error));
    process.exitCode = error instanceof z.ZodError ? EXIT_BAD_CONFIGURATION : 1;
  }
  process.exitCode = stop.exitCode() ?? process.exitCode;
}

const EXAMPLES = `
Examples:
  npm run models -- list
  npm run models -- use clip-b32
  npm run models -- pull clip-b32
  npm run models -- verify clip-b32
  MODEL_PROFILE=lite npm run models -- prepare`;

export function createProgram(context: () => CommandContext, more: readonly AddCommand[] = []): Command {
  const program = new Command('npm run models --')
    .description('Download, use, list and check models.')
    .configureOutput(TERMINAL_OUTPUT);
  for (const add of [...more, addPull, addPrepare, addList]) add(program, context);
  program.addHelpText('after', EXAMPLES);
  return program;
}

function readSettings(): ProfileSettings {
  const schema = z.object({ ...modelVariables, DATA_DIR: z.string().default('./.data') });
  const env = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  return toProfileSettings(schema.parse(env));
}

function explain(error: unknown): string {
  if (error instanceof z.ZodError) return `Invalid configuration:\n${z.prettifyError(error)}`;
  const fault = storageFaultOf(error);
  if (fault !== undefined) return fault.message;
  if (error instanceof HubError)
    return `${error.message}\nSet MODEL_HUB_URL to use another hub or the folder of a mirror.`;
  return error instanceof Error ? error.message : String(error);
}
