import { CommanderError } from 'commander';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../src/config.js';
import { createProgram } from '../src/program.js';

/** Services that the environment names are not looked for. */
const NAMED = Object.fromEntries(
  ['EMBEDDING', 'RETRIEVAL', 'RIGHTS'].map((service) => [`${service}_ADDRESS`, '127.0.0.1:1']),
);

const program = () => {
  const created = createProgram(() => ({
    config: loadConfig({ DATA_DIR: '/nowhere', ...NAMED }),
    signal: new AbortController().signal,
    allow: () => undefined,
    resolvePath: (path) => path,
  }));
  for (const command of [created, ...created.commands])
    command.configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  return created;
};

it.each([[['folder', 'pictures', '--limit', '0']], [['folder', 'pictures', '--source', 'Mine!']]])(
  '%j is refused before anything is asked of a service',
  async (args) => {
    await expect(program().parseAsync(args, { from: 'user' })).rejects.toThrow(CommanderError);
  },
);

it.each([
  [['folder', '/nowhere'], /There is no folder \/nowhere/],
  [['manifest', '/nowhere.jsonl'], /There is no file \/nowhere\.jsonl/],
  [['withdraw', 'lists/shop:old', '--by', 'Ada', '--why', 'a test'], /There is no file lists\/shop:old/],
  [['delete', 'shop:old/ids', '--by', 'Ada', '--why', 'a test'], /There is no file shop:old\/ids/],
  [['wikimedia', 'Category:Cats'], /INGEST_CONTACT/],
  [['flickr', 'cats'], /FLICKR_API_KEY/],
  [['worker'], /REDIS_URL/],
])('%j says what it needs', async (args, message) => {
  await expect(program().parseAsync(args, { from: 'user' })).rejects.toThrow(message);
});

const INGESTING = [
  '--source',
  '--limit',
  '--dry-run',
  '--concurrency',
  '--report',
  '--restart',
  '--strip-location',
];
const LOCAL = [...INGESTING, '--moved', '--license', '--license-override', '--creator', '--prune'];
const NETWORK = [...INGESTING, '--delivery'];
const CAUSE = ['--by', '--why'];

/** What each command honours, beside `--help`. */
const HONOURED: Readonly<Record<string, readonly string[]>> = {
  folder: [...LOCAL, '--watch', '--exclude', '--include', '--allow-unlisted'],
  manifest: LOCAL,
  openmoji: INGESTING,
  photographs: INGESTING,
  openverse: [...NETWORK, '--licenses'],
  wikimedia: NETWORK,
  met: [...NETWORK, '--department'],
  artic: NETWORK,
  flickr: [...NETWORK, '--user', '--licenses'],
  withdraw: [...CAUSE, '--dry-run'],
  restore: [...CAUSE, '--dry-run'],
  delete: [...CAUSE, '--dry-run', '--forget'],
  'remove-source': [...CAUSE, '--dry-run'],
  reindex: ['--allow-missing', '--abandon'],
  status: [],
  list: [],
  check: ['--repair'],
  worker: ['--concurrency'],
};

const ALL = [...new Set(Object.values(HONOURED).flat())];
/** One that each option takes. */
const VALUES: Readonly<Record<string, string>> = {
  '--limit': '1',
  '--concurrency': '1',
  '--delivery': 'link',
};

describe.each(Object.entries(HONOURED))('the command %s', (name, honoured) => {
  it('lists the options that it honours, and no others', () => {
    const command = program().commands.find((each) => each.name() === name);
    const listed = command?.options.map(({ long }) => long ?? '').filter((long) => !long.startsWith('--no-'));
    expect(listed?.sort()).toEqual([...honoured].sort());
    const help = command?.helpInformation() ?? '';
    expect(ALL.filter((option) => new RegExp(`^ +${option}\\b(?!-)`, 'm').test(help)).sort()).toEqual(
      [...honoured].sort(),
    );
  });

  it.each(ALL.filter((option) => !honoured.includes(option)))('refuses %s', async (option) => {
    const mandatory = honoured.includes('--by') ? ['--by', 'Ada', '--why', 'a test'] : [];
    const given = [name, ...mandatory, option, VALUES[option] ?? 'any'];
    await expect(program().parseAsync(given, { from: 'user' })).rejects.toMatchObject({
      code: 'commander.unknownOption',
    });
  });
});

it('every command is one of these', () => {
  expect(
    program()
      .commands.map((command) => command.name())
      .sort(),
  ).toEqual(Object.keys(HONOURED).sort());
});

it.each([
  [['folder', '/', '--watch', '--dry-run'], /--watch ingests what changes/],
  [['folder', '/', '--license-override'], /add --license/],
  [['folder', '/', '--prune', '--limit', '1'], /--prune needs a whole run/],
  [['openmoji', '--moved'], /unknown option/],
  [['reindex', '--abandon', '--allow-missing'], /cannot be used with/],
])('%j is refused, as one option would not be honoured', async (args, message) => {
  await expect(program().parseAsync(args, { from: 'user' })).rejects.toThrow(message);
});
