import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { afterEach, describe, it } from '@jest/globals';
import { ENGINES, found } from '@imagesearch/testkit/engines';
import { type Command, DEMO } from './support/command.js';
import { createWorkspace } from './support/workspace.js';

let command: Command;
const dataDir = folderOfEachTest();
afterEach(() => command.killAll());

/** What a person sees before the signal, for each phase of the demonstration. */
const PHASES = [
  ['opening its databases', /^$/],
  ['ingesting', /[1-9]\d* of 300/],
  ['serving', /Stop with Ctrl-C/],
] as const;

async function demo({ onTerminal = false } = {}): Promise<Command> {
  const { npm } = await createWorkspace({
    demo: `node scripts/with-workspace.cjs --listens node ${DEMO}`,
  });
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  return npm(['run', 'demo', '--', '--limit', '300'], { env, onTerminal });
}

describe.each(PHASES)('npm run demo, while %s', (_phase, seen) => {
  const stops = ['SIGINT', 'SIGTERM', ...(found(ENGINES.terminal) ? (['Ctrl-C'] as const) : [])] as const;
  it.each(stops)(
    'ends within 2 s of %s with all that it started',
    async (how) => {
      command = await demo({ onTerminal: how === 'Ctrl-C' });
      await command.printed(/> node scripts/);
      // Nothing is printed while the databases open, about a second after the start.
      if (String(seen) === '/^$/') await new Promise((resolve) => setTimeout(resolve, 1_500));
      else await command.printed(seen);
      await command.stop(how);
    },
    180_000,
  );
});

it('a demonstration that was stopped in its first seconds starts again', async () => {
  command = await demo();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  await command.stop('SIGTERM');
  command = await demo();
  await command.printed(/[1-9]\d* of 300/);
}, 120_000);
