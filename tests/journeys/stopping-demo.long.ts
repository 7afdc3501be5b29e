import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { Command, DEMO } from './support/command.js';
import { createWorkspace, type Workspace } from './support/workspace.js';

let workspace: Workspace;
let command: Command;
const dataDir = folderOfEachTest();

beforeEach(async () => {
  workspace = await createWorkspace({
    demo: `node scripts/with-workspace.cjs --listens node ${DEMO}`,
  });
});
afterEach(async () => {
  command.killAll();
  await workspace.remove();
});

/** What a person sees before the signal, for each phase of the demonstration. */
const PHASES = [
  ['opening its databases', /^$/],
  ['ingesting', /[1-9]\d* of 300/],
  ['serving', /Stop with Ctrl-C/],
] as const;

async function demo(words: string[]): Promise<Command> {
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
  };
  const options = { cwd: workspace.dir, env };
  const npm = ['npm', 'run', 'demo', '--', '--limit', '300'];
  return words.includes('on a terminal')
    ? Command.onTerminal(npm, options)
    : Command.start([...words, ...npm][0] ?? '', [...words, ...npm].slice(1), options);
}

describe.each(PHASES)('npm run demo, while %s', (_phase, seen) => {
  const stops = ['SIGINT', 'SIGTERM', ...(found(ENGINES.terminal) ? (['Ctrl-C'] as const) : [])] as const;
  it.each(stops)(
    'ends within 2 s of %s with all that it started',
    async (how) => {
      command = await demo(how === 'Ctrl-C' ? ['on a terminal'] : []);
      await command.printed(/> node scripts/);
      // Nothing is printed while the databases open, about a second after the start.
      if (String(seen) === '/^$/') await new Promise((resolve) => setTimeout(resolve, 1_500));
      else await command.printed(seen);
      await command.stop(how);
    },
    180_000,
  );
});

it('timeout ends the demonstration and leaves no orphan', async () => {
  command = await demo(['timeout', '12']);
  const { code } = await command.ended();
  expect({ code, left: command.running() }).toEqual({ code: 124, left: [] });
}, 60_000);

it('a demonstration that was stopped in its first seconds starts again', async () => {
  command = await demo([]);
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await command.stop('SIGTERM');
  command = await demo([]);
  await command.printed(/[1-9]\d* of 300/);
}, 120_000);
