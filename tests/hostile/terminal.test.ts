import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';
import { NO_IMAGES } from '@imagesearch/testkit/images/collection';
import { drawManifest } from '@imagesearch/testkit/images/drawn-images';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { TestStack } from '@imagesearch/testkit/stack/test-stack';

/** A title of the window, a cleared screen, the one-byte form of an escape, and text that is turned around. */
const HOSTILE = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202egnp\u2066';
const SHOWN = '\\u001b]0;owned\\u0007\\u001b[2J\\u009b31m\\u202egnp\\u2066';
/** Everything that a terminal obeys or hides, but for the end of a line. */
const RAW = /[^\P{Cc}\n]|\p{Cf}/u;

/** What a command of the operator prints on both of its outputs. */
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  runProgram(process.execPath, [join(ROOT, program), ...args], {
    env: { REDIS_URL: '', INIT_CWD: '', ...env },
  });

const folder = folderOfSuite();
const stack = await TestStack.start(NO_IMAGES);
afterAll(() => stack.stop());
const env = { ...stack.stack.addresses, DATA_DIR: join(folder, 'data') };

describe('an ingest run over a hostile manifest', () => {
  const ingest = (...args: string[]) => run('services/ingest/dist/main.js', args, env);

  it('prints no raw control character, and reports what failed in escapes that read back', async () => {
    const drawn = await drawManifest(folder, 5);
    const [row = ''] = (await readFile(drawn.path, 'utf8')).split('\n');
    const rows = [
      { ...(JSON.parse(row) as object), title: `red ${HOSTILE} drawing`, creator: HOSTILE },
      { id: `escaping${HOSTILE}`, file: 'files/p1.png' },
      { id: 'file', file: `files/${HOSTILE}.png` },
      { id: `turned\u202e`, file: `files/missing.png` },
      { id: 'url', url: `https://127.0.0.1:1/${HOSTILE}` },
      { id: 'page', file: 'files/p2.png', source_url: `no address ${HOSTILE}` },
      { id: 'field', file: 'files/p3.png', [HOSTILE]: HOSTILE },
      { id: 'type', file: 'files/p4.png', tags: { [HOSTILE]: HOSTILE } },
    ];
    const manifest = join(folder, `manifest${HOSTILE}.jsonl`);
    const lines = [...rows.map((fields) => JSON.stringify(fields)), `{"id": "${HOSTILE}`, HOSTILE];
    await writeFile(manifest, `${lines.join('\n')}\n`);
    const report = join(folder, `report${HOSTILE}.jsonl`);
    const { code, output } = await ingest('manifest', manifest, '--source', 'hostile', '--report', report);

    expect(code).toBe(1);
    expect(output).not.toMatch(RAW);
    expect(output).toContain(`escaping${SHOWN}`);
    expect(output).toContain(`report${SHOWN}.jsonl`);
    const reported = await readFile(report, 'utf8');
    expect(reported).not.toMatch(RAW);
    const failures = reported.trim().split('\n');
    const items = failures.map((line) => (JSON.parse(line) as { entry: string }).entry);
    expect(items.join('\n')).toContain(`escaping${HOSTILE}`);
  });

  it('stores the words of an ingested asset without them', async () => {
    const caller = await stack.newCaller('starter');
    const answer = await caller.get('/v1/asset/hostile:p0');
    expect(answer.body).toMatchObject({ title: 'red ]0;owned [2J 31mgnp drawing' });
    expect(JSON.stringify(answer.body)).not.toMatch(RAW);
  });

  it.each([
    ['a file that is not there', ['manifest', `no${HOSTILE}.jsonl`]],
    ['a folder that is not there', ['folder', `no${HOSTILE}`]],
    ['an unknown command', [HOSTILE]],
    ['an unknown option', ['openmoji', `--${HOSTILE}`]],
    ['a source name that is refused', ['openmoji', '--source', HOSTILE]],
  ])('prints no raw control character of %s', async (_, args) => {
    const { code, output } = await ingest(...args);
    expect(code).toBe(2);
    expect(output).toContain(SHOWN);
    expect(output).not.toMatch(RAW);
  });

  it('prints no raw control character of asset ids that are withdrawn from a file', async () => {
    const ids = join(folder, 'ids.txt');
    await writeFile(ids, `hostile:${HOSTILE}\nhostile:p\u202e0\n`);
    const { output } = await ingest('withdraw', ids, '--by', 'Ada', '--why', 'asked for it');
    expect(output).toContain(`hostile:${SHOWN}`);
    expect(output).not.toMatch(RAW);
  });
});

describe.each(['services/gateway/dist/accounts-main.js', 'packages/models/dist/main.js'])('%s', (program) => {
  it.each([
    ['an unknown command', [HOSTILE]],
    ['an unknown option', ['list', `--${HOSTILE}`]],
  ])('prints no raw control character of %s', async (_, args) => {
    const { code, output } = await run(program, args);
    expect(code).not.toBe(0);
    expect(output).toContain(SHOWN);
    expect(output).not.toMatch(RAW);
  });
});
