import { createServer } from 'node:net';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGINES, itWith } from '@imagesearch/testkit/engines';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';
import { afterAll, expect, it } from '@jest/globals';
import { Command, ROOT, run } from './support/command.js';
import { addProgram, createWorkspace } from './support/workspace.js';

const scripts = { start: 'node scripts/with-workspace.cjs --listens node -e 0' };
const workspace = await createWorkspace(scripts, { installed: false });
await addProgram(workspace, 'npx', 'echo installing');
const holder = createServer();
const { port } = await openOnLoopback(holder);
afterAll(async () => {
  holder.close();
  await workspace.remove();
});

const npmStart = (env: Record<string, string>, words = ['start']) =>
  Command.start('npm', words, { cwd: workspace.dir, env: { PATH: workspace.path, ...env } }).ended();

it('npm start says that its port is in use before it installs or builds anything', async () => {
  const { code, output } = await npmStart({ PORT: String(port) });
  expect(code).toBe(1);
  expect(output).toContain(
    `Port ${port} of 127.0.0.1 is in use. Choose another one: PORT=${port + 1} npm start`,
  );
  expect(output).not.toMatch(/installing|Installing|^ +at /m);
});

const doctor = (env: Record<string, string>, uid?: number) =>
  run([join(ROOT, 'scripts/doctor.mjs')], { env, ...(uid !== undefined && { uid }) });

it('npm run doctor names a port that cannot be used, and what else there is', async () => {
  for (const [PORT, words] of [
    [String(port), `127.0.0.1:${port} is in use; set PORT`],
    ['none', 'PORT is none, and not a whole number up to 65535'],
  ] as const) {
    const { code, output } = await doctor({ PORT });
    expect(code).toBe(1);
    expect(output).toContain(`problem port        ${words}\n`);
    expect(output).toMatch(/ok +node +v[\s\S]*ok +disk [\s\S]*ok +model /);
  }
});

it('npm run doctor reads DATA_DIR, and does not make it', async () => {
  const DATA_DIR = join(workspace.dir, 'none/yet');
  const { code, output } = await doctor({ PORT: String(await freePort()), DATA_DIR });
  expect(code).toBe(0);
  expect(output).toMatch(new RegExp(`^ok +disk .* free for ${DATA_DIR} \\(DATA_DIR\\)`, 'm'));
  expect(existsSync(join(DATA_DIR, '..'))).toBe(false);
});

itWith(ENGINES.plainUser, 'npm run doctor says that this user may not write to DATA_DIR', async ({ uid }) => {
  const { code, output } = await doctor({ PORT: String(await freePort()), DATA_DIR: '/usr/none' }, uid);
  expect(code).toBe(1);
  expect(output).toContain('problem disk        this user may not write to /usr/none (DATA_DIR)\n');
});

it('on a free port npm start goes on to install', async () => {
  const { code, output } = await npmStart({ PORT: String(await freePort()) });
  expect({ code, installs: output.includes('installing') }).toEqual({ code: 0, installs: true });
});

it.each(['18.20.4', '20.18.3', '16.0.0', '10.24.1'])(
  'on Node %s the command names the Node that it needs, and prints nothing else',
  async (version) => {
    const preload = join(workspace.dir, 'old-node.cjs');
    const versions = `Object.assign({}, process.versions, { node: '${version}' })`;
    await writeFile(preload, `Object.defineProperty(process, 'versions', { value: ${versions} });`);
    const script = join(workspace.dir, 'scripts/with-workspace.cjs');
    const { code, output } = await run(['--require', preload, script, 'node', '-e', '0']);
    expect(code).toBe(1);
    expect(output).toBe(
      `Node 20.19 or later is needed; this is Node ${version}. Get it from https://nodejs.org\n`,
    );
  },
);

it('every script of package.json that needs the workspace begins with the check', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const name of ['start', 'demo', 'test', 'ingest', 'accounts', 'models'])
    expect(scripts[name]).toMatch(/^node scripts\/with-workspace\.cjs /);
});

it('what runs before the check uses no syntax that old Node versions lack', async () => {
  const text = await readFile(join(ROOT, 'scripts/with-workspace.cjs'), 'utf8');
  const code = text.replace(/^\s*\/[/*].*$/gm, '');
  expect(code).not.toMatch(/=>|`|\?\?|\?\.|\b(const|let|class|async|await|import)\b|node:/);
});
