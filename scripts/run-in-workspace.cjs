'use strict';
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { runChild } = require('./run-child.cjs');
const { complaintAboutPort } = require('./port.cjs');

/**
 * Runs a command in a workspace that is installed and built: `with-workspace.cjs [--listens] <command> …`. Needs nothing
 * but Node, npm and a package registry. Installing is skipped while the lockfile is the one last installed; building
 * is incremental, also that of the console. `--listens`: the command serves on PORT, which is checked first.
 */
const root = join(__dirname, '..');
const lockfile = join(root, 'pnpm-lock.yaml');
const stamp = join(root, 'node_modules/.installed-lockfile');

main().then(
  (code) => process.exit(code),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);

/** Resolves with the exit code. */
async function main() {
  const words = process.argv.slice(2);
  const listens = words[0] === '--listens';
  const [command, ...args] = listens ? words.slice(1) : words;
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (listens && !asksForHelp) {
    const complaint = await complaintAboutPort(process.env);
    if (complaint !== undefined) throw new Error(complaint);
  }
  const unprepared = (await install()) || (await build());
  // By the channel the command notices that this process was killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return unprepared || runChild(command, args, { cwd: root, stdio });
}

async function install() {
  const digest = createHash('sha256').update(readFileSync(lockfile)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return 0;
  console.error('Installing dependencies …');
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  const code = await prepare('npx', args);
  if (code === 0) writeFileSync(stamp, digest);
  return code;
}

async function build() {
  const code = await prepare(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b']);
  return code || prepare(process.execPath, [join(root, 'packages/console/build.mjs')]);
}

function prepare(program, args) {
  return runChild(program, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
    env: { ...process.env, CI: 'true' },
    // npx starts programs of its own, which end with it only as a group.
    detached: process.platform !== 'win32',
  });
}
