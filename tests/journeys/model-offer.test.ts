import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { layMigratedPostgres } from '@imagesearch/testkit/stores/empty-postgres';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { Command, START } from './support/command.js';

const QUESTION = 'A vision model lets words find photographs that have no caption';

const dir = folderOfEachTest();
let models: HubModels;
let env: Record<string, string>;
let command: Command | undefined;

beforeEach(async () => {
  models = await hubModels('clip-b32');
  await layMigratedPostgres(dir);
  env = {
    ...models.env,
    MODEL_PROFILE: '',
    MODEL_FETCH: '',
    CI: '',
    DATA_DIR: dir,
    PORT: String(await freePort()),
  };
}, 60_000);
afterEach(async () => {
  command?.killAll();
  await models.remove();
});

const served = /Stop with Ctrl-C/;

/** Starts on a terminal, or without one, and returns what was printed until it serves. */
async function start(how: {
  terminal: boolean;
  answer?: string;
  args?: string[];
  env?: Record<string, string>;
}) {
  const words = [START, ...(how.args ?? [])];
  const options = { env: { ...env, ...how.env }, cwd: ROOT };
  command = how.terminal
    ? Command.onTerminal([process.execPath, ...words], options)
    : Command.node(words, options);
  if (how.answer !== undefined) {
    await command.printed(/\[y\/N\]/);
    command.press(how.answer);
  }
  await command.printed(served);
  const { output } = command;
  await command.stop(how.terminal ? 'Ctrl-C' : 'SIGTERM');
  return output;
}

/** What a start on a terminal prints that asks nothing and then ends, because its port is taken. */
async function startOnTakenPort(
  how: { args?: string[]; env?: Record<string, string> } = {},
): Promise<string> {
  const taken = createServer().listen(Number(env['PORT']), '127.0.0.1');
  await once(taken, 'listening');
  try {
    const words = [process.execPath, START, ...(how.args ?? [])];
    command = Command.onTerminal(words, { env: { ...env, ...how.env }, cwd: ROOT });
    await command.printed(/Port \d+ .*is in use/);
    return (await command.ended()).output;
  } finally {
    taken.close();
  }
}

describeWith(ENGINES.terminal, 'the first npm start on a terminal', () => {
  it('asks with the size and the hub; a no is remembered', async () => {
    const output = await start({ terminal: true, answer: '\r' });
    expect(output).toContain(
      `${QUESTION} (0 MB, from ${models.env['MODEL_HUB_URL'] ?? ''}). Download it now? [y/N]`,
    );
    expect(output).toContain('lite: words find');
    expect(await startOnTakenPort()).not.toContain(QUESTION);
  }, 120_000);

  it('downloads after a yes and runs the model, and asks no more', async () => {
    const output = await start({ terminal: true, answer: 'y\r' });
    expect(output).toContain('clip-b32: words find images by their pixels');
    const again = await start({ terminal: true });
    expect(again).not.toContain(QUESTION);
    expect(again).toContain('clip-b32: words find images by their pixels');
  }, 120_000);

  it.each([
    { env: { MODEL_FETCH: 'never' } },
    { env: { MODEL_PROFILE: 'lite' } },
    { env: { CI: 'true' } },
    { args: ['--no'] },
  ])(
    'is answered beforehand by %j',
    async (how) => {
      expect(await startOnTakenPort(how)).not.toContain(QUESTION);
    },
    60_000,
  );
});

describe('npm start without a terminal', () => {
  it('asks nothing and downloads nothing; --yes downloads', async () => {
    const output = await start({ terminal: false });
    expect(output).not.toContain(QUESTION);
    expect(output).toContain('lite: words find');
    expect(await start({ terminal: false, args: ['--yes'] })).toContain(
      'clip-b32: words find images by their pixels',
    );
  }, 120_000);
});
