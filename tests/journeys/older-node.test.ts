import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { folderOfEachTest, folderOfSuite } from '@imagesearch/testkit/folders';
import { freePort } from '@imagesearch/testkit/network/free-port';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';
import { runProgram } from '@imagesearch/testkit/processes/program';
import { until } from '@imagesearch/testkit/processes/until';
import { ROOT } from '@imagesearch/testkit/repository';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Command } from './support/command.js';
import { createWorkspace } from './support/workspace.js';

const NAME = 'node-of-this-platform';
const VERSION = '24.99.0';
const OLD = '20.20.2';

/** Takes its version and what it is to run, and runs nothing. */
const PROGRAM = `#!/bin/sh\nif [ "$1" = --version ]; then echo v${VERSION}; else echo "The fetched Node runs $*"; fi\n`;
/** What follows the program in its package. */
const SHARE_BYTES = 1_000_000;
const BROKEN = '#!/bin/sh\nexit 127\n';

const packages = folderOfSuite();
const cache = folderOfEachTest();
let good: Buffer;
let broken: Buffer;
let serveTarball: (response: ServerResponse) => void;
let asked: string[];

/** A package registry with one package. */
const registry = httpServerForAll(({ url = '' }: IncomingMessage, response) => {
  asked.push(url);
  if (url.endsWith('.tgz')) serveTarball(response);
  else {
    const dist = { tarball: `${registry.url}/${NAME}.tgz` };
    response.end(
      JSON.stringify({ name: NAME, versions: { [VERSION]: { name: NAME, version: VERSION, dist } } }),
    );
  }
});

async function pack(program: string): Promise<Buffer> {
  await mkdir(join(packages, 'bin'), { recursive: true });
  await writeFile(join(packages, 'package.json'), JSON.stringify({ name: NAME, version: VERSION }));
  await writeFile(join(packages, 'bin/node'), program, { mode: 0o755 });
  await writeFile(join(packages, 'share'), randomBytes(SHARE_BYTES));
  expect(await runProgram('npm', ['pack', '--silent'], { cwd: packages })).toMatchObject({ code: 0 });
  return readFile(join(packages, `${NAME}-${VERSION}.tgz`));
}

beforeAll(async () => {
  good = await pack(PROGRAM);
  broken = await pack(BROKEN);
});
beforeEach(() => {
  asked = [];
  serveTarball = (response) => response.end(good);
});

const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

/** A checkout that wants the registry's package on this platform. */
async function checkoutOf({ platform = `${process.platform}-${process.arch}`, bytes = good } = {}) {
  const { dir } = await createWorkspace({}, { installed: false });
  const wanted = { name: NAME, version: VERSION, integrity: integrityOf(bytes) };
  const versions = { needed: 24, oldest: 18, packages: { [platform]: wanted } };
  await writeFile(join(dir, 'scripts/node-versions.json'), JSON.stringify(versions));
  const start = (version = OLD, url = registry.url): Command => {
    const preload = join(dir, `node-${version}.cjs`);
    const env = { npm_config_registry: url, npm_config_cache: cache };
    return Command.node(['--require', preload, 'scripts/with-workspace.cjs', '--bare', 'node', '-e', '0'], {
      cwd: dir,
      env,
    });
  };
  for (const version of ['16.20.2', '18.20.4', OLD]) {
    const fake = `Object.assign({}, process.versions, { node: '${version}' })`;
    await writeFile(
      join(dir, `node-${version}.cjs`),
      `Object.defineProperty(process, 'versions', { value: ${fake} });`,
    );
  }
  const kept = async () =>
    (await readdir(join(dir, 'node_modules'))).filter((name) => name.startsWith('.node-'));
  const programs = async () => {
    const paths = await readdir(join(dir, 'node_modules'), { recursive: true });
    return paths.filter((path) => path.endsWith('/bin/node'));
  };
  return { start, kept, programs };
}

describe('a script on an old Node', () => {
  let command: Command | undefined;
  afterEach(() => command?.killAll());

  it.each(['18.20.4', OLD])(
    'on Node %s says so once, goes on with the Node of the registry, and needs no registry afterwards',
    async (version) => {
      const { start, kept } = await checkoutOf();
      const { code, output } = await start(version).ended();
      const line = `Node ${version} is too old; using Node ${VERSION} from the package registry, about 50 MB, once …\n`;
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output.startsWith(line)).toBe(true);
      expect(output).toMatch(/^The fetched Node runs -e 0$/m);
      const gone = `http://127.0.0.1:${await freePort()}`;
      expect(await start(version, gone).ended()).toEqual({ code: 0, output: 'The fetched Node runs -e 0\n' });
      expect(await kept()).toEqual([`.node-${VERSION}`]);
    },
    30_000,
  );

  it('is refused in one sentence before Node 18, and on a platform that the registry has no Node for', async () => {
    const { start } = await checkoutOf({ platform: 'none-none' });
    expect(await start('16.20.2').ended()).toEqual({
      code: 1,
      output:
        'Node 24 or later is needed; this is Node 16.20.2. Get it from https://nodejs.org. (From Node 18 on, the commands bring their own.)\n',
    });
    expect(await start().ended()).toEqual({
      code: 1,
      output: `Node 24 or later is needed; this is Node ${OLD}, and the package registry has no newer one for ${process.platform} ${process.arch}. Get it from https://nodejs.org\n`,
    });
    expect(asked).toEqual([]);
  });

  it('says what to do when the registry does not answer, sends other bytes, or has a Node that does not run', async () => {
    const get = 'Try again, or get Node 24 from https://nodejs.org\n';
    const missing = `Node ${VERSION} did not come from the package registry. ${get}`;
    const silent = await checkoutOf();
    const answers = [await silent.start(OLD, `http://127.0.0.1:${await freePort()}`).ended()];
    serveTarball = (response) => response.end(broken);
    answers.push(await silent.start().ended());
    for (const { code, output } of answers) {
      expect(code).toBe(1);
      expect(output.endsWith(missing)).toBe(true);
      expect(output).not.toMatch(/^ +at /m);
    }
    expect(await silent.kept()).toEqual([]);
    const useless = await checkoutOf({ bytes: broken });
    const { code, output } = await useless.start().ended();
    expect(code).toBe(1);
    expect(output).toContain(`Node ${VERSION} of the package registry does not run on this machine. ${get}`);
    expect(await useless.kept()).toEqual([]);
  }, 60_000);

  it('that is killed while it fetches leaves nothing that a later one would use', async () => {
    const { start, kept, programs } = await checkoutOf();
    serveTarball = (response) => response.write(good.subarray(0, good.length - SHARE_BYTES / 2));
    command = start();
    await until(async () => (await programs()).length > 0 || undefined);
    command.killAll();
    await command.ended();
    serveTarball = (response) => response.end(good);
    const { code, output } = await start().ended();
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toContain('is too old');
    expect(await kept()).toEqual([`.node-${VERSION}`]);
  }, 30_000);

  it('ends with what fetches when it is interrupted', async () => {
    const { start, kept } = await checkoutOf();
    serveTarball = () => undefined;
    command = start();
    await until(() => Promise.resolve(asked.some((url) => url.endsWith('.tgz')) || undefined));
    await command.stop('SIGINT');
    expect(await kept()).toEqual([]);
  }, 30_000);

  it('shares the Node with another that fetches it at the same time', async () => {
    const { start, kept } = await checkoutOf();
    const ended = await Promise.all([start().ended(), start().ended()]);
    for (const { code, output } of ended) {
      expect({ code, output }).toMatchObject({ code: 0 });
      expect(output).toMatch(/^The fetched Node runs -e 0$/m);
    }
    expect(await kept()).toEqual([`.node-${VERSION}`]);
  }, 30_000);
});

describe('every npm script', () => {
  it('begins with a check whose syntax old Node versions have', async () => {
    const text = await readFile(join(ROOT, 'scripts/with-workspace.cjs'), 'utf8');
    const code = text.replace(/^\s*\/[/*].*$/gm, '');
    expect(code).not.toMatch(/=>|`|\?\?|\?\.|\b(const|let|class|async|await|import)\b|node:/);
    const { scripts, engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
      engines: { node: string };
    };
    // It says which Node the others would use, and fetches none.
    const { doctor, ...others } = scripts;
    expect(doctor).toBe('node scripts/doctor.mjs');
    for (const [name, script] of Object.entries(others)) {
      const parts = script.split(' && ').map((part) => part.replace(/^CHAOS_LONG=1 /, ''));
      for (const part of parts)
        expect([name, part]).toEqual([
          name,
          expect.stringMatching(/^node scripts\/with-workspace\.cjs( |$)/),
        ]);
    }
    const versions = await readFile(join(ROOT, 'scripts/node-versions.json'), 'utf8');
    expect(engines.node).toBe(`>=${(JSON.parse(versions) as { needed: number }).needed}`);
  });
});
