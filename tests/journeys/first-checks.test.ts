import { createServer, type Server } from 'node:net';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Command, DEMO, ROOT, START, run } from './support/command.js';
import { addProgram, createWorkspace, type Workspace } from './support/workspace.js';

let workspace: Workspace;
let holder: Server;
let port: number;

beforeAll(async () => {
  const scripts = { start: 'node scripts/with-workspace.cjs --listens node -e 0' };
  workspace = await createWorkspace(scripts, { installed: false });
  await addProgram(workspace, 'npx', 'echo installing');
  port = await freePort();
  holder = createServer().listen(port, '127.0.0.1');
  await once(holder, 'listening');
});
afterAll(async () => {
  holder.close();
  await workspace.remove();
});

const npmStart = (env: Record<string, string>, words = ['start']) =>
  Command.start('npm', words, { cwd: workspace.dir, env: { PATH: workspace.path, ...env } }).end();

it('npm start says that its port is in use before it installs or builds anything', async () => {
  const { code, output } = await npmStart({ PORT: String(port) });
  expect(code).toBe(1);
  expect(output).toContain(
    `Port ${port} of 127.0.0.1 is in use. Choose another one: PORT=${port + 1} npm start`,
  );
  expect(output).not.toMatch(/installing|Installing|^ +at /m);
});

it('npm run doctor names the port that is in use, and what else there is', async () => {
  const doctor = (port: number) => run([join(ROOT, 'scripts/doctor.mjs')], { env: { PORT: String(port) } });
  const inUse = await doctor(port);
  expect(inUse.code).toBe(1);
  expect(inUse.output).toContain(`127.0.0.1:${port} is in use; set PORT`);
  const free = await doctor(await freePort());
  expect(free.code).toBe(0);
  expect(free.output).toMatch(/ok +node +v[\s\S]*ok +disk [\s\S]*ok +model /);
});

it('on a free port npm start goes on to install', async () => {
  const { code, output } = await npmStart({ PORT: String(await freePort()) });
  expect({ code, installs: output.includes('installing') }).toEqual({ code: 0, installs: true });
});

it.each([START, DEMO])('%s alone says that the port is in use, before it opens anything', async (program) => {
  const { code, output } = await run([program], { env: { PORT: String(port), DATA_DIR: '/nowhere/else' } });
  expect({ code, output }).toEqual({
    code: 1,
    output: `Port ${port} of 127.0.0.1 is in use. Choose another one: PORT=${port + 1}\n`,
  });
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
