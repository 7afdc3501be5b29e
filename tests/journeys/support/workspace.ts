import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './command.js';

const LOCKFILE = 'lockfileVersion: 9.0\n';

export interface Workspace {
  dir: string;
  /** PATH whose first folder is the workspace's own `bin`. */
  path: string;
  remove(): Promise<void>;
}

/**
 * A checkout with this repository's `scripts/` and with npm scripts of its own. Its builds do nothing, because the
 * programs that its scripts start are those that this repository has built.
 */
export async function createWorkspace(
  scripts: Record<string, string>,
  { installed = true } = {},
): Promise<Workspace> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-workspace-'));
  const isSource = (path: string) => !path.endsWith('node_modules');
  await cp(join(ROOT, 'scripts'), join(dir, 'scripts'), { recursive: true, filter: isSource });
  await writeFile(join(dir, 'scripts/build/main.mjs'), '');
  await writeFile(join(dir, 'pnpm-lock.yaml'), LOCKFILE);
  const packageJson = {
    name: 'workspace',
    private: true,
    type: 'module',
    packageManager: 'pnpm@10.0.0',
    scripts,
  };
  await writeFile(join(dir, 'package.json'), JSON.stringify(packageJson));
  await mkdir(join(dir, 'bin'));
  const compiler = join(dir, 'node_modules/typescript/bin/tsc');
  await mkdir(join(compiler, '..'), { recursive: true });
  await writeFile(join(dir, 'node_modules/package.json'), '{"type":"commonjs"}');
  await writeFile(compiler, '');
  await mkdir(join(dir, 'packages/console'), { recursive: true });
  await writeFile(join(dir, 'packages/console/build.mjs'), '');
  const digest = createHash('sha256').update(LOCKFILE).digest('hex');
  if (installed) await writeFile(join(dir, 'node_modules/.installed-lockfile'), `${digest} all`);
  return {
    dir,
    path: `${join(dir, 'bin')}:${process.env['PATH'] ?? ''}`,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** A program of the workspace's `bin`: a shell script. */
export async function addProgram({ dir }: Workspace, name: string, script: string): Promise<void> {
  await writeFile(join(dir, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
