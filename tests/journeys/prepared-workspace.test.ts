import { appendFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { Command, ROOT } from './support/command.js';
import { addProgram, createWorkspace } from './support/workspace.js';

const { removeUnused } = createRequire(import.meta.url)(join(ROOT, 'scripts/remove-unused.cjs')) as {
  removeUnused: (packagesDir: string) => void;
};

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

it('a silent installation says every few seconds that it goes on', async () => {
  const workspace = await createWorkspace(
    { demo: 'node scripts/with-workspace.cjs --product node -e 0' },
    { installed: false },
  );
  open.push(() => workspace.remove());
  await addProgram(workspace, 'npx', 'sleep 7');
  const command = Command.start('npm', ['run', 'demo'], {
    cwd: workspace.dir,
    env: { PATH: workspace.path },
  });
  const { code, output } = await command.end();
  expect(code).toBe(0);
  expect(output.match(/Installing, \d+ s …/g)?.length).toBeGreaterThanOrEqual(2);
}, 30_000);

it('a command of the product installs what runs; any other command installs everything', async () => {
  const workspace = await createWorkspace(
    {
      demo: 'node scripts/with-workspace.cjs --product node -e 0',
      tests: 'node scripts/with-workspace.cjs node -e 0',
    },
    { installed: false },
  );
  open.push(() => workspace.remove());
  await addProgram(workspace, 'npx', 'echo "npx $*"');
  const run = async (script: string) => {
    const options = { cwd: workspace.dir, env: { PATH: workspace.path } };
    return (await Command.start('npm', ['run', script], options).end()).output;
  };
  expect(await run('demo')).toMatch(/npx .* install --frozen-lockfile .*--prod /);
  expect(await run('demo')).not.toContain('npx');
  const whole = await run('tests');
  expect(whole).toMatch(/npx .* install --frozen-lockfile/);
  expect(whole).not.toContain('--prod');
  expect(await run('demo')).not.toContain('npx');
}, 30_000);

it('a command of the product keeps the tools of developers where pnpm itself installed everything', async () => {
  const demo = 'node scripts/with-workspace.cjs --product node -e 0';
  const workspace = await createWorkspace({ demo }, { installed: false });
  open.push(() => workspace.remove());
  await addProgram(workspace, 'npx', 'echo "npx $*"');
  const run = async () => {
    const options = { cwd: workspace.dir, env: { PATH: workspace.path } };
    return (await Command.start('npm', ['run', 'demo'], options).end()).output;
  };
  const wanted = join(workspace.dir, 'pnpm-lock.yaml');
  const record = join(workspace.dir, 'node_modules/.pnpm/lock.yaml');
  await mkdir(dirname(record), { recursive: true });
  await cp(wanted, record);
  const included = { dependencies: true, devDependencies: true };
  await writeFile(join(workspace.dir, 'node_modules/.modules.yaml'), JSON.stringify({ included }));
  // As Git checks it out on Windows.
  await writeFile(wanted, (await readFile(record, 'utf8')).replaceAll('\n', '\r\n'));
  expect(await run()).not.toContain('npx');
  await appendFile(wanted, 'packages: {}\n');
  const later = await run();
  expect(later).toMatch(/npx .* install --frozen-lockfile/);
  expect(later).not.toContain('--prod ');
}, 30_000);

it('the ONNX runtime of this platform stays, those of others go', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-packages-'));
  open.push(() => rm(dir, { recursive: true, force: true }));
  const runtime = join(dir, 'onnxruntime-node@1.0.0/node_modules/onnxruntime-node');
  const other = process.platform === 'win32' ? 'linux' : 'win32';
  for (const path of [
    'package.json',
    'dist/index.js',
    `bin/napi-v6/${process.platform}/${process.arch}/binding.node`,
    `bin/napi-v6/${process.platform}/other/binding.node`,
    `bin/napi-v6/${other}/x64/binding.node`,
  ]) {
    await mkdir(dirname(join(runtime, path)), { recursive: true });
    await writeFile(join(runtime, path), '');
  }
  removeUnused(dir);
  const left = (await readdir(runtime, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(runtime.length + 1));
  expect(left.sort()).toEqual([
    `bin/napi-v6/${process.platform}/${process.arch}/binding.node`,
    'dist/index.js',
    'package.json',
  ]);
});
