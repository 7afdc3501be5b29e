'use strict';
const { join } = require('node:path');
const { install } = require('./install.cjs');
const { prepare } = require('./prepare.cjs');
const { runChild } = require('./run-child.cjs');
const { complaintAboutPort } = require('./port.cjs');

/**
 * Runs a command in a workspace that is installed and built: `with-workspace.cjs [--product] [--listens] <command> …`.
 * Needs nothing but Node, npm and a package registry. What is installed and built already is not touched.
 * `--product`: the command is a part of the product. It gets what runs, transpiled; every other command also gets the
 * developers' tools and a build by the compiler. `--listens`: it serves on PORT, which is checked first.
 */
const root = join(__dirname, '..');

/**
 * For the C library of Linux: images, models and stores have dozens of threads and large blocks that live briefly. Few areas
 * for threads, and large blocks that go back to the system at once, keep a third less. The images set the same.
 */
const MEMORY_SETTINGS = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

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
  const options = new Set();
  while (words[0] === '--product' || words[0] === '--listens') options.add(words.shift());
  const [command, ...args] = words;
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (options.has('--listens') && !asksForHelp) {
    const complaint = await complaintAboutPort(process.env);
    if (complaint !== undefined) throw new Error(complaint);
  }
  const isProduct = options.has('--product');
  const unprepared = (await install(isProduct ? 'product' : 'all')) || (await build(isProduct));
  if (options.has('--listens') && !asksForHelp && !unprepared) console.error('Starting …');
  // By the channel the command notices that this process was killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  return (
    unprepared || runChild(command, args, { cwd: root, stdio, env: { ...MEMORY_SETTINGS, ...process.env } })
  );
}

async function build(isProduct) {
  if (isProduct) return prepare('Building', process.execPath, [join(root, 'scripts/build/main.mjs')]);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const code = await prepare('Compiling', process.execPath, [compiler, '-b']);
  return (
    code || prepare('Building the console', process.execPath, [join(root, 'packages/console/build.mjs')])
  );
}
