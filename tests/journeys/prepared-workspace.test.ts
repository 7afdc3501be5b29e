import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Command } from './support/command.js';
import { addProgram, createWorkspace, type Workspace } from './support/workspace.js';

let workspace: Workspace;
beforeEach(async () => {
  const scripts = {
    demo: 'node scripts/with-workspace.cjs --product node -e 0',
    tests: 'node scripts/with-workspace.cjs node -e 0',
  };
  workspace = await createWorkspace(scripts, { installed: false });
  await addProgram(workspace, 'npx', 'echo "npx $*"');
});
afterEach(() => workspace.remove());

const run = async (script: 'demo' | 'tests'): Promise<string> => {
  const options = { cwd: workspace.dir, env: { PATH: workspace.path } };
  const { code, output } = await Command.start('npm', ['run', script], options).ended();
  expect({ code, output }).toMatchObject({ code: 0 });
  return output;
};

it('a silent installation says every few seconds that it goes on', async () => {
  await addProgram(workspace, 'npx', 'sleep 7');
  expect((await run('demo')).match(/Installing, \d+ s …/g)?.length).toBeGreaterThanOrEqual(2);
}, 30_000);

it('a command of the product installs what runs; any other command installs everything', async () => {
  expect(await run('demo')).toMatch(/npx .* install --frozen-lockfile .*--prod /);
  expect(await run('demo')).not.toContain('npx');
  const whole = await run('tests');
  expect(whole).toMatch(/npx .* install --frozen-lockfile/);
  expect(whole).not.toContain('--prod');
  expect(await run('demo')).not.toContain('npx');
}, 30_000);

it('a command of the product keeps the tools of developers where pnpm itself installed everything', async () => {
  const wanted = join(workspace.dir, 'pnpm-lock.yaml');
  const record = join(workspace.dir, 'node_modules/.pnpm/lock.yaml');
  await mkdir(dirname(record), { recursive: true });
  await cp(wanted, record);
  const included = { dependencies: true, devDependencies: true };
  await writeFile(join(workspace.dir, 'node_modules/.modules.yaml'), JSON.stringify({ included }));
  // As Git checks it out on Windows.
  await writeFile(wanted, (await readFile(record, 'utf8')).replaceAll('\n', '\r\n'));
  expect(await run('demo')).not.toContain('npx');
  await appendFile(wanted, 'packages: {}\n');
  const later = await run('demo');
  expect(later).toMatch(/npx .* install --frozen-lockfile/);
  expect(later).not.toContain('--prod ');
}, 30_000);
