import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import { folderOfSuite } from '@imagesearch/testkit/folders';

const folder = folderOfSuite();
const RUN_MAIN = pathToFileURL(join(import.meta.dirname, '../../dist/process/run-main.js')).href;

it.each([
  [256, /^This process may open 256 files and connections at once, and 1024 are needed/],
  [1_024, /^$/],
])('a service that may open %s files at once says so where that is too few', async (files, said) => {
  const script = join(folder, 'service.mjs');
  await writeFile(
    script,
    `import { runMain } from ${JSON.stringify(RUN_MAIN)};
     await runMain(() => ({ start: () => process.exit(0), close: () => Promise.resolve() }));`,
  );
  const bounded = ['-c', `ulimit -n ${files}; exec "$0" "$1"`, process.execPath, script];
  const { status, stderr } = spawnSync('/bin/sh', bounded, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(said) });
});
