import { CommanderError } from 'commander';
import { expect, it } from '@jest/globals';
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
  [['wikimedia', 'Category:Cats'], /INGEST_CONTACT/],
  [['flickr', 'cats'], /FLICKR_API_KEY/],
  [['worker'], /REDIS_URL/],
])('%j says what it needs', async (args, message) => {
  await expect(program().parseAsync(args, { from: 'user' })).rejects.toThrow(message);
});
