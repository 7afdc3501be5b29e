import { afterEach, describe, it } from '@jest/globals';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { Command } from './support/command.js';
import { addProgram, createWorkspace, type Workspace } from './support/workspace.js';

let workspace: Workspace;
let command: Command;

afterEach(async () => {
  command.killAll();
  await workspace.remove();
});

/** Prints, and then does not end by itself for two minutes; its own child neither. */
const ENDLESS = `sh -c 'trap "" INT; sleep 120 & echo working; wait; sleep 120'`;

async function npm(script: string, { onTerminal = false, installed = true } = {}): Promise<void> {
  workspace = await createWorkspace({ endless: `node scripts/with-workspace.cjs ${script}` }, { installed });
  await addProgram(workspace, 'npx', ENDLESS);
  const options = { cwd: workspace.dir, env: { PATH: workspace.path } };
  const words = ['npm', 'run', 'endless'];
  command = onTerminal ? Command.onTerminal(words, options) : Command.start('npm', words.slice(1), options);
  await command.printed(/^working/m);
}

/** A program that ignores every polite signal. */
const DEAF = `node -e 'for (const s of ["SIGINT","SIGTERM","SIGHUP"]) process.on(s, () => {}); console.log("working"); setTimeout(() => {}, 120000)'`;

describe('what npm started ends with it, its children too', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('%s to npm ends an installation', async (signal) => {
    await npm('node -e 0', { installed: false });
    await command.stop(signal);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('%s to npm ends a program that ignores it', async (signal) => {
    await npm(DEAF);
    await command.stop(signal);
  });

  itWith(ENGINES.terminal, 'Ctrl-C on a terminal ends an installation', async () => {
    await npm('node -e 0', { installed: false, onTerminal: true });
    await command.stop('Ctrl-C');
  });
});
