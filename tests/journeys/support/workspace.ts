import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderOfSuite } from '@imagesearch/testkit/folders';
import { ROOT } from '@imagesearch/testkit/repository';
import { Command } from './command.js';

const LOCKFILE = 'lockfileVersion: 9.0\n';
const workspaces = folderOfSuite();

interface NpmOptions {
  env?: Record<string, string>;
  onTerminal?: boolean;
}

/**
 * A checkout with this repository's `scripts/` and with npm scripts of its own. Its builds do nothing, because the
 * programs that its scripts start are those that this repository has built.
 */
export async function createWorkspace(scripts: Record<string, string>, { installed = true } = {}) {
  const dir = await mkdtemp(join(workspaces, 'checkout-'));
  const isSource = (path: string) => !path.endsWith('node_modules');
  await cp(join(ROOT, 'scripts'), join(dir, 'scripts'), { recursive: true, filter: isSource });
  for (const path of ['bin', 'node_modules/typescript/bin', 'packages/console'])
    await mkdir(join(dir, path), { recursive: true });
  const about = { name: 'workspace', private: true, type: 'module', packageManager: 'pnpm@10.0.0' };
  const files = {
    'package.json': JSON.stringify({ ...about, scripts }),
    'pnpm-lock.yaml': LOCKFILE,
    'scripts/build/main.mjs': '',
    'node_modules/package.json': '{"type":"commonjs"}',
    'node_modules/typescript/bin/tsc': '',
    'packages/console/build.mjs': '',
    ...(installed && {
      'node_modules/.installed-lockfile': `${createHash('sha256').update(LOCKFILE).digest('hex')} all`,
    }),
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(dir, path), content);
  return {
    dir,
    /** Sets what npx is there: a shell script. */
    setNpx: (script: string): Promise<void> =>
      writeFile(join(dir, 'bin/npx'), `#!/bin/sh\n${script}\n`, { mode: 0o755 }),
    npm: (words: string[], { env, onTerminal = false }: NpmOptions = {}): Command => {
      const PATH = `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`;
      const options = { cwd: dir, env: { PATH, ...env } };
      return onTerminal
        ? Command.onTerminal(['npm', ...words], options)
        : Command.start('npm', words, options);
    },
  };
}
