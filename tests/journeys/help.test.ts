import { expect, it } from '@jest/globals';
import {
  ACCOUNTS,
  BACKUP,
  DEMO,
  DOCTOR,
  INGEST,
  MIGRATE,
  MODELS,
  RESTORE,
  START,
  run,
} from './support/command.js';

const STACK_TRACE = /^ +at .*:\d+/m;

/** Each command of the README, what its help is called by, and an example as one types it. */
const COMMANDS = [
  [START, [], 'npm start', 'npm run ingest -- folder ~/photos'],
  [DEMO, [], 'npm run demo --', 'npm run demo -- --once'],
  [INGEST, [], 'npm run ingest --', 'npm run ingest -- folder ~/photos'],
  [INGEST, ['folder'], 'npm run ingest -- folder', '<folder>'],
  [INGEST, ['withdraw'], 'npm run ingest -- withdraw', '--why'],
  [ACCOUNTS, [], 'npm run accounts --', 'npm run accounts -- create --name acme --plan starter'],
  [ACCOUNTS, ['keys', 'create'], 'npm run accounts -- keys create', '--expires'],
  [MODELS, [], 'npm run models --', 'npm run models -- pull clip-b32'],
  [MODELS, ['pull'], 'npm run models -- pull', '<model>'],
  [BACKUP, [], 'npm run backup --', '<folder>'],
  [RESTORE, [], 'npm run restore --', '--check'],
  [MIGRATE, [], 'migrate', 'DATABASE_URL'],
  [DOCTOR, [], 'npm run doctor', 'DATA_DIR'],
] as const;

it.each(COMMANDS)('%s %j --help says how it is typed', async (program, words, usage, example) => {
  const { code, output } = await run([program, ...words, '--help'], { env: { PORT: 'none' } });
  expect(code).toBe(0);
  expect(output).toContain(`Usage: ${usage}`);
  expect(output).toContain(example);
  expect(output).not.toMatch(STACK_TRACE);
});

it.each([
  [START, ['--bogus']],
  [START, ['--yes', '--no']],
  [DEMO, ['--limit', 'many']],
  [INGEST, ['folder']],
  [INGEST, ['frobnicate']],
  [ACCOUNTS, ['create']],
  [MODELS, ['pull', 'huge']],
  [BACKUP, []],
  [RESTORE, ['here', 'there']],
  [MIGRATE, ['everything']],
])('%s %j is refused in words, with status 2 and the way to its help', async (program, words) => {
  const { code, output } = await run([program, ...words]);
  expect(code).toBe(2);
  expect(output).toMatch(/error: [^]*\(--help says what it takes\)/);
  expect(output).not.toMatch(STACK_TRACE);
});

it('npm run doctor refuses what it does not take, with status 2', async () => {
  const { code, output } = await run([DOCTOR, '--fix']);
  expect({ code, output }).toEqual({
    code: 2,
    output: expect.stringMatching(/error: [^]*'--fix'[^]*Usage: /),
  });
});

it('npm start names every setting that is wrong, without a stack trace', async () => {
  const { code, output } = await run([START], { env: { PORT: 'none', RESERVATION_LIFETIME_MS: '-1' } });
  expect(code).toBe(2);
  expect(output).toMatch(/Invalid configuration:[\s\S]*PORT: [\s\S]*RESERVATION_LIFETIME_MS: /);
  expect(output).not.toMatch(STACK_TRACE);
});

it('models list says of each what kind it is and how large, and cuts nothing off', async () => {
  const { code, output } = await run([MODELS, 'list'], { env: { DATA_DIR: '/nowhere' } });
  expect(code).toBe(0);
  for (const row of ['profile +│ lite', 'text encoder +│ e5-small', 'reranker +│ minilm-l6'])
    expect(output).toMatch(new RegExp(`│ ${row} +│`));
  expect(output).toMatch(/│ profile +│ clip-b32 +│[^\n]*\d+ MB/);
  expect(output).toContain('npm run models -- use clip-b32');
  expect(output).not.toContain('…');
});

it('npm start refuses --yes where the environment names the model, as it would change nothing', async () => {
  const { code, output } = await run([START, '--yes'], { env: { MODEL_PROFILE: 'lite' } });
  expect(code).toBe(2);
  expect(output).toContain('leave --yes out');
});

it('migrate says that it needs DATABASE_URL, and that embedded stores do not need it', async () => {
  const { code, output } = await run([MIGRATE]);
  expect(code).toBe(2);
  expect(output).toContain('Set DATABASE_URL; embedded stores need no migration.');
});
