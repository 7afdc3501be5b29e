import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../src/config.js';
import { AppError } from '../../src/errors.js';
import { StorageFault } from '../../src/files/storage-fault.js';
import {
  carryOut,
  CommandFailure,
  commandOf,
  OperatorError,
  wholeNumber,
} from '../../src/process/command.js';
import { spawnChild } from '../support/child-process.js';

/** What a command prints and how it ends, whose action throws the error. */
async function run(args: string[], { thrown, continues }: { thrown?: Error; continues?: boolean } = {}) {
  const printed = { out: '', err: '' };
  const outputs = {
    out: (text: string) => void (printed.out += `${text}\n`),
    err: (text: string) => void (printed.err += `${text}\n`),
  };
  const program = commandOf({ name: 'npm run tidy --', description: 'Tidies.', after: '\nMore.', outputs });
  program
    .command('up')
    .option('--times <n>', 'how often', wholeNumber)
    .action(() => {
      if (thrown !== undefined) throw thrown;
      outputs.out('tidied');
    });
  const status = await carryOut(program, args, { outputs, ...(continues && { continues }) });
  return { status, ...printed };
}

it('a command that was done ends with 0, as does help', async () => {
  expect(await run(['up', '--times', '2'])).toEqual({ status: 0, out: 'tidied\n', err: '' });
  const { status, out } = await run(['--help']);
  expect(status).toBe(0);
  expect(out).toMatch(/^Usage: npm run tidy -- [^]*Tidies\.[^]*More\.\n$/);
});

it.each([
  [['down'], /unknown command 'down'/],
  [['up', '--at-once'], /unknown option '--at-once'/],
  [['up', 'here'], /too many arguments/],
  [['up', '--times', '1.5'], /Expected a whole number above 0\./],
  [['up', '--times', '0x2'], /Expected a whole number above 0\./],
])('%j, which no help lists, is refused with 2 and the way to the help', async (args, says) => {
  const { status, out, err } = await run(args);
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toMatch(says);
  expect(err).toContain('(--help says what it takes)');
});

describe('an error ends the command in its own words, and with', () => {
  it.each<[number, string, Error, string]>([
    [2, 'what cannot be asked', new OperatorError('There is no such folder.'), 'There is no such folder.'],
    [
      2,
      'a bad setting',
      new ConfigError(['PORT: expected a number']),
      'Invalid configuration:\n  PORT: expected a number',
    ],
    [1, 'what was not done', new CommandFailure('pg_dump failed.'), 'pg_dump failed.'],
    [
      1,
      'a disk',
      new Error('while writing', { cause: new StorageFault('The disk is full.') }),
      'The disk is full.',
    ],
    [1, 'an answer', new AppError('key_not_found', 'There is no key x.'), 'There is no key x.'],
    [1, 'a bug', new AppError('internal', 'It failed.', { cause: new Error('x is null') }), 'x is null'],
  ])('%i: %s', async (status, _, thrown, says) => {
    expect(await run(['up'], { thrown })).toEqual({ status, out: '', err: `${says}\n` });
  });

  it('"Stopped" before them where the next run goes on, unless something else must be asked', async () => {
    const thrown = new AppError('overloaded', 'Too much.');
    expect((await run(['up'], { thrown, continues: true })).err).toBe('Stopped: Too much.\n');
    const asked = new OperatorError('Not so.');
    expect((await run(['up'], { thrown: asked, continues: true })).err).toBe('Not so.\n');
  });
});

describe('a process', () => {
  const script = (action: string) => `
    import { commandOf, runCommand } from './process/command.js';
    await runCommand(
      ({ signal }) =>
        commandOf({ name: 'tidy', description: '' }).action(async () => { ${action} }),
      { continues: true },
    );
  `;

  it('that an engine aborts outside of any call ends with 1 and its words', async () => {
    const aborted = spawnChild(
      script(
        "setTimeout(() => { throw new Error('The engine aborted.'); }); await new Promise(() => undefined);",
      ),
    );
    expect(await aborted.ended()).toEqual({ code: 1, output: 'Stopped: The engine aborted.\n' });
  });

  it('that a signal stops ends as shells expect it, and says how to go on', async () => {
    const stopped = spawnChild(
      script(
        "setInterval(() => undefined, 1_000); console.log('tidying'); await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));",
      ),
    );
    await stopped.printed(/tidying/);
    stopped.child.kill('SIGINT');
    expect(await stopped.ended()).toEqual({
      code: 130,
      output: 'tidying\nStopped: run the command again to continue.\n',
    });
  });

  it('whose work has ended ends too, though something still runs', async () => {
    const ended = spawnChild(
      script("setInterval(() => undefined, 1_000); console.log('x'.repeat(200_000));"),
    );
    const { code, output } = await ended.ended();
    expect({ code, chars: output.length }).toEqual({ code: 0, chars: 200_001 });
  });
});
