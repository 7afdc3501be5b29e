import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs a command in a workspace that is installed and built: `node scripts/with-workspace.mjs <command> …`. Needs nothing
 * but Node, npm and a package registry. Installing is skipped while the lockfile is the one last installed; building
 * is incremental, also that of the console.
 */
const root = join(import.meta.dirname, '..');
const lockfile = join(root, 'pnpm-lock.yaml');
const stamp = join(root, 'node_modules/.installed-lockfile');
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const NODE_MIN = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NODE_MIN[0] || (major === NODE_MIN[0] && minor < NODE_MIN[1])) {
  console.error(`Node ${NODE_MIN.join('.')} or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  console.error('Installing dependencies …');
  run('npx', ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only']);
  writeFileSync(stamp, digest);
}
run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b']);
run(process.execPath, [join(root, 'packages/console/build.mjs')]);

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { cwd: root, stdio: 'inherit' });
// The terminal sends Ctrl-C to the whole group: the command decides when to end, and this follows.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
});

function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true' },
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
