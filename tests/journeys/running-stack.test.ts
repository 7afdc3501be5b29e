import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';
import { drawPng } from '@imagesearch/testkit/images/drawn-images';
import { Caller } from '@imagesearch/testkit/stack/caller';
import { ACCOUNTS, Command, INGEST, START, run } from './support/command.js';
import { LocalStack, stackEnv } from './support/local-stack.js';

/** More than are written to the index at once, 64, and than are ingested before the first line of progress, after 4 s. */
const IMAGES = 240;
const CHECKOUT_FILE = join(ROOT, '.running-stack.json');

const photos = folderOfSuite();
for (let at = 0; at < IMAGES; at += 1) await writeFile(join(photos, `drawing-${at}.png`), await drawPng(at));
const stack = await LocalStack.start();
afterAll(() => stack.remove());

const options = { env: { DATA_DIR: stack.dataDir }, cwd: ROOT };
const accounts = (...args: string[]) => run([ACCOUNTS, ...args], options);

describe('npm start', () => {
  // Another stack of this checkout may start while this one runs, so these are the first of this suite.
  it('is found by ingest of the same checkout, without DATA_DIR in its environment', async () => {
    const { code, output } = await run([INGEST, 'status'], { env: { DATA_DIR: '' }, cwd: ROOT });
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('(lite)') });
  });

  it('writes where it runs to files without secrets, and its keys to a file for its user alone', async () => {
    for (const path of [CHECKOUT_FILE, join(stack.dataDir, 'stack.json')]) {
      const file = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
      expect(file).toMatchObject({ pid: stack.command.child.pid, data_dir: stack.dataDir });
      expect(Object.keys(file)).not.toContain('SERVICE_TOKEN');
    }
    for (const name of ['demo.json', 'service-token', 'gateway/operator-token'])
      expect((await stat(join(stack.dataDir, name))).mode & 0o077).toBe(0);
  });

  it('prints the address of the page, a key that works and the command that ingests', async () => {
    const { output } = stack.command;
    expect(output).toContain(`Page      ${stack.baseUrl}/`);
    expect(output).toContain(`DATA_DIR=${stack.dataDir} npm run ingest -- folder`);
    const [, key = ''] = /API key {3}(isk_\w+-?\S*)/.exec(output) ?? [];
    expect((await new Caller(stack.baseUrl, key).search({ query: 'red drawing', k: 1 })).count).toBe(0);
  });
});

it('npm run doctor tells a port that this stack has taken from one of another DATA_DIR', async () => {
  const doctor = (env: Record<string, string>) =>
    run([join(ROOT, 'scripts/doctor.mjs')], { env: { ...stack.env, ...env } });
  const address = stack.baseUrl.replace('http://', '');
  expect(await doctor({})).toMatchObject({
    code: 0,
    output: expect.stringContaining(`ok      port        ${address} is in use by image search itself\n`),
  });
  expect(await doctor({ DATA_DIR: photos })).toMatchObject({
    code: 1,
    output: expect.stringContaining(`${address} is in use by image search with another DATA_DIR; set PORT\n`),
  });
});

describe('ingest -- folder', () => {
  const endsOn = async (how: 'Ctrl-C' | 'SIGINT' | 'SIGTERM'): Promise<void> => {
    const words = [process.execPath, INGEST, 'folder', photos, '--source', `stopped-${how.toLowerCase()}`];
    const command =
      how === 'Ctrl-C' ? Command.onTerminal(words, options) : Command.node(words.slice(1), options);
    await command.printed(new RegExp(`[1-9]\\d* of ${IMAGES} `));
    expect(await command.stop(how)).toContain('Stopped: run the command again to continue.');
    if (how !== 'SIGINT') return;
    const again = await run(words.slice(1), options);
    expect(again.code).toBe(0);
    expect(again.output).toMatch(/Failed\s*│\s*0/);
  };

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends within 2 s of %s, says how to go on, and the next run does',
    endsOn,
    90_000,
  );
  itWith(ENGINES.terminal, 'ends so of Ctrl-C on a terminal', () => endsOn('Ctrl-C'), 90_000);
});

it('a second start on the data folder of the running stack is refused at once, in words', async () => {
  const { code, output } = await run([START], { env: await stackEnv(stack.dataDir) });
  expect(code).toBe(1);
  expect(output).toContain(`A stack runs already on ${stack.dataDir}: process `);
  expect(output).not.toMatch(/^ +at /m);
});

it('a start with a model that is neither on this disk nor in its mirror says how to get it', async () => {
  const env = { ...(await stackEnv(join(stack.dataDir, 'other'))), MODEL_PROFILE: 'clip-b32' };
  const { code, output } = await run([START, '--no'], { env: { ...env, MODEL_HUB_URL: photos } });
  expect(code).toBe(1);
  expect(output).toContain('npm run models -- pull');
  expect(output).not.toMatch(/^ +at /m);
}, 60_000);

describe('accounts beside the running stack', () => {
  it('creates an account whose key works at once, and lists it', async () => {
    const created = await accounts('create', '--name', 'acme', '--plan', 'starter', '--json');
    expect(created.code).toBe(0);
    const { key } = JSON.parse(created.output) as Record<string, string>;
    const caller = new Caller(stack.baseUrl, String(key));
    expect(await caller.search({ query: 'drawing', k: 1 })).toMatchObject({ mode: 'text' });
    expect((await accounts('list')).output).toMatch(/│ acme +│ starter +│/);
  }, 60_000);

  it('refuses in words, with status 1', async () => {
    const { code, output } = await accounts('plan', 'nobody', 'free');
    expect(code).toBe(1);
    expect(output).toContain('There is no account "nobody"');
    expect(output).not.toMatch(/^ +at /m);
  });
});

describe('when the stack has ended', () => {
  it('its files are gone, and ingest says within 3 s where it looked', async () => {
    // What a stack that is killed leaves.
    const file = await readFile(join(stack.dataDir, 'stack.json'), 'utf8');
    const dead = { ...(JSON.parse(file) as { pid: number }), data_dir: join(stack.dataDir, 'left') };
    await stack.command.stop('SIGTERM');
    await expect(stat(join(stack.dataDir, 'stack.json'))).rejects.toThrow('ENOENT');

    await mkdir(join(stack.dataDir, 'left'));
    await writeFile(join(dead.data_dir, 'stack.json'), JSON.stringify(dead));
    const beside = { env: { DATA_DIR: dead.data_dir }, cwd: ROOT };
    const startedAt = performance.now();
    await run([INGEST, '--help'], beside);
    const helpedAt = performance.now();
    const looked = await run([INGEST, 'folder', photos], beside);
    // Starting Node takes that long on a busy machine.
    const startMs = helpedAt - startedAt;
    expect(performance.now() - helpedAt - startMs).toBeLessThan(3_000);
    expect(looked.code).toBe(2);
    expect(looked.output).toContain('No stack is running. Start one in another terminal with npm start');
    expect(looked.output).toContain(
      `${join(dead.data_dir, 'stack.json')} (its process ${dead.pid} has ended)`,
    );
    expect(looked.output).not.toMatch(/^ +at /m);
  });
});
