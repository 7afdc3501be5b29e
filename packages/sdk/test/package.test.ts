import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

const SDK = join(import.meta.dirname, '..');
const COMPILER = join(SDK, 'node_modules/typescript/bin/tsc');

describe.each(['sdk', 'mcp'])('the package %s', (name) => {
  const pkgDir = join(SDK, '..', name);

  // Types come with the packages, and from the compiler alone.
  beforeAll(() => {
    execFileSync(process.execPath, [COMPILER, '-b', pkgDir]);
  }, 120_000);

  it('is published as its manifest says', async () => {
    const { messages, pkg } = await publint({ pkgDir, pack: false });
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  });
});

describe('the package of a checkout', () => {
  const folder = mkdtempSync(join(tmpdir(), 'imagesearch-installed-'));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is packed and installed in an empty folder by the lines of its README, and brings its types', () => {
    const [packed = ''] = run('npm', 'pack', '--silent', SDK).trim().split('\n').slice(-1);
    run('npm', 'install', '--offline', '--no-audit', '--no-fund', `./${packed}`);
    writeFileSync(join(folder, 'typed.mts'), TYPED);
    const tsc = [COMPILER, '--noEmit', '--strict', '--module', 'nodenext'];
    expect(run(process.execPath, ...tsc, '--target', 'es2022', 'typed.mts')).toBe('');
    const program = "import { ImageSearch } from '@imagesearch/sdk'; console.log(typeof ImageSearch)";
    expect(run(process.execPath, '--input-type=module', '-e', program)).toBe('function\n');
  });
});

const TYPED = `import { ImageSearch } from '@imagesearch/sdk';
const images = new ImageSearch({ baseUrl: 'https://images.example.com' });
export const found = images.search({ query: 'beach', k: 5 });
// @ts-expect-error: a number.
export const wrong = images.search({ query: 'beach', k: 'five' });
`;
