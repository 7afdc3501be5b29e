import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  copyFile,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { folderOfEachTest } from '@imagesearch/testkit/folders';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { ROOT } from '@imagesearch/testkit/repository';
import { Command } from './support/command.js';

const FILES = 1_000;
const BLOB = 'data/rights/blobs/originals/0/0000';

const home = folderOfEachTest();
const dataDir = () => join(home, 'data');

const scriptOf = (name: 'backup' | 'restore') => join(ROOT, `packages/local-stack/dist/${name}.js`);
const envOf = (dir: string) => ({ DATA_DIR: dir });
const backup = (folder: string) =>
  runProgram(process.execPath, [scriptOf('backup'), folder], { env: envOf(dataDir()) });
const restore = (folder: string, ...options: string[]) =>
  runProgram(process.execPath, [scriptOf('restore'), folder, ...options], {
    env: envOf(join(home, 'restored')),
  });
const check = (folder: string) => restore(folder, '--check');

/** What services leave in DATA_DIR, without databases. */
beforeEach(async () => {
  await mkdir(join(dataDir(), 'rights/blobs/empty'), { recursive: true });
  for (let at = 0; at < FILES; at += 1) {
    const folder = join(dataDir(), 'rights/blobs/originals', String(at % 10));
    if (at < 10) await mkdir(folder, { recursive: true });
    await writeFile(join(folder, String(at).padStart(4, '0')), `file ${at}`);
  }
  await writeFile(join(dataDir(), 'service-token'), 'secret');
});

const filesIn = async (dir: string) =>
  (await readdir(dir, { recursive: true })).map((name) => name.replaceAll('\\', '/')).sort();

describe('a backup', () => {
  it.each([0, 100, 300, 600, 1_000, 2_000])(
    'that another one follows into the same folder after %i ms is whole, and the other one is refused',
    async (offsetMs) => {
      const folder = join(home, 'backup');
      const both = await Promise.all([backup(folder), sleep(offsetMs).then(() => backup(folder))]);
      expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
      const refused = both.find(({ code }) => code === 1);
      expect(refused?.output).toMatch(/is there already|is being made already/);
      expect(await check(folder)).toEqual({
        code: 0,
        output: expect.stringContaining(`is whole: ${FILES + 2} files`),
      });
      expect((await readdir(home)).sort()).toEqual(['backup', 'data']);
      expect((await restore(folder)).code).toBe(0);
      expect(await filesIn(join(home, 'restored'))).toEqual(await filesIn(dataDir()));
    },
    120_000,
  );

  it.each([400, 800, 1_200, 1_600])(
    'that is killed after %i ms leaves nothing that can be restored, and the next one is whole',
    async (afterMs) => {
      const folder = join(home, 'backup');
      const making = Command.node([scriptOf('backup'), folder], { env: envOf(dataDir()) });
      await sleep(afterMs);
      making.killAll();
      const partial = `${folder}.partial`;
      if (existsSync(partial)) {
        expect(existsSync(folder)).toBe(false);
        for (const name of [partial, ...(await readdir(partial)).map((one) => join(partial, one))])
          expect((await check(name)).code).toBe(1);
      }
      if (!existsSync(folder)) expect(await backup(folder)).toMatchObject({ code: 0 });
      expect(await check(folder)).toMatchObject({ code: 0 });
      expect((await readdir(home)).sort()).toEqual(['backup', 'data']);
    },
    120_000,
  );

  it('that is not as it was made is named and not restored, and nothing is touched', async () => {
    const whole = join(home, 'backup');
    expect(await backup(whole)).toMatchObject({ code: 0 });
    const faults: [string, (folder: string) => Promise<unknown>][] = [
      [`${BLOB} was changed`, (folder) => appendFile(join(folder, BLOB), '.')],
      [`${BLOB} was changed`, (folder) => writeFile(join(folder, BLOB), 'FILE 0')],
      [`${BLOB} is missing`, (folder) => rm(join(folder, BLOB))],
      [`${BLOB} is a link`, (folder) => replaceByLink(join(folder, BLOB), join(home, 'same'))],
      [`${BLOB} is a link`, (folder) => replaceByLink(join(folder, BLOB), '/dev/zero')],
      [
        'data/rights/blobs is a link',
        (folder) => replaceByLink(join(folder, 'data/rights/blobs'), join(whole, 'data/rights/blobs')),
      ],
      ['data/gateway is a link', (folder) => symlink('/etc', join(folder, 'data/gateway'))],
      [
        'data/pipe is a link or no file',
        (folder) => Promise.resolve(execFileSync('mkfifo', [join(folder, 'data/pipe')])),
      ],
      ['data/evil is foreign', (folder) => writeFile(join(folder, 'data/evil'), '')],
      ['data/evil/ is foreign', (folder) => mkdir(join(folder, 'data/evil'))],
      ['files.jsonl is missing or was changed', (folder) => appendFile(join(folder, 'files.jsonl'), '\n')],
      ['files.jsonl is missing or was changed', (folder) => rm(join(folder, 'files.jsonl'))],
      ['it has no backup.json', (folder) => rm(join(folder, 'backup.json'))],
      [
        'was made by another version, or was changed',
        (folder) => writeFile(join(folder, 'backup.json'), '{'),
      ],
    ];
    await copyFile(join(whole, BLOB), join(home, 'same'));
    for (const [at, [saying, spoil]] of faults.entries()) {
      const folder = join(home, `spoilt-${at}`);
      execFileSync('cp', ['-a', whole, folder]);
      await spoil(folder);
      const said = [await check(folder), await restore(folder)];
      for (const { code, output } of said)
        expect({ code, output }).toEqual({ code: 1, output: expect.stringContaining(saying) });
      expect(existsSync(join(home, 'restored'))).toBe(false);
    }
    expect(await readFile(join(home, 'same'), 'utf8')).toBe('file 0');
    expect(await check(whole)).toMatchObject({ code: 0 });
  }, 240_000);
});

async function replaceByLink(path: string, target: string): Promise<void> {
  await rename(path, `${path}.gone`);
  await rm(`${path}.gone`, { recursive: true });
  await symlink(target, path);
}
