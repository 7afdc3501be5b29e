'use strict';
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');
const { useNode } = require('./fetched-node.cjs');
const { prepare, runChild } = require('./run-child.cjs');

/**
 * Runs a command in a workspace that is installed and built: `with-workspace.cjs [--bare | --product | --transpiled] [--listens] [<command> …]`.
 * Needs nothing but a Node, npm and a package registry, and runs in a Node that is too old for all else. What is installed and
 * built already is not touched. `--bare`: the command needs Node alone; nothing is installed or built.
 * `--product`: the command is a part of the product. It gets what runs, transpiled; every other command also gets the
 * developers' tools and a build by the compiler, or with `--transpiled` the product's build, which is ready in a tenth of the
 * time and checks no types. `--listens`: it serves on PORT, which is checked first.
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

const wantedFile = join(root, 'pnpm-lock.yaml');
const stamp = join(root, 'node_modules/.installed-lockfile');
/** pnpm's own records: what it has installed of the lockfile, and how. The second one is JSON. */
const installedFile = join(root, 'node_modules/.pnpm/lock.yaml');
const optionsFile = join(root, 'node_modules/.modules.yaml');

/** What the commands of the product need: the services with their libraries, what builds them, pictures and examples. */
const PRODUCT = ['local-stack...', 'build', 'demonstration', 'examples'].map(
  (name) => `@imagesearch/${name}`,
);
const PRODUCT_OPTIONS = ['--prod', ...PRODUCT.flatMap((name) => ['--filter', name])];

const DEFAULT_PORT = 8080;
const OPTIONS = ['--bare', '--product', '--transpiled', '--listens'];

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
  while (OPTIONS.includes(words[0])) options.add(words.shift());
  const [command, ...args] = words;
  const asksForHelp = args.includes('--help') || args.includes('-h');
  if (options.has('--listens') && !asksForHelp) {
    const complaint = await complaintAboutPort(process.env);
    if (complaint !== undefined) throw new Error(complaint);
  }
  const node = await useNode();
  const isProduct = options.has('--product');
  const unprepared = options.has('--bare')
    ? 0
    : (await install(isProduct ? 'product' : 'all')) ||
      (await build(node, isProduct || options.has('--transpiled')));
  if (options.has('--listens') && !asksForHelp && !unprepared) console.error('Starting …');
  // By the channel the command notices that this process was killed.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  if (unprepared || command === undefined) return unprepared;
  return runChild(command, args, { cwd: root, stdio, env: { ...MEMORY_SETTINGS, ...process.env } });
}

async function build(node, isTranspiled) {
  if (isTranspiled) return prepare('Building', node, [join(root, 'scripts/build/main.mjs')], root);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const code = await prepare('Compiling', node, [compiler, '-b'], root);
  return code || prepare('Building the console', node, [join(root, 'packages/console/build.mjs')], root);
}

/** Why nothing can listen on PORT, in words for the person who starts the stack; undefined when it is free. */
async function complaintAboutPort(env) {
  const port = Number(env.PORT || DEFAULT_PORT);
  const host = env.HOST || '127.0.0.1';
  // The stack names a bad value itself.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return undefined;
  const code = await failureToListen(port, host);
  const command = `PORT=${port + 1 > 65_535 ? DEFAULT_PORT : port + 1} npm ${npmWordsOf(env)}`;
  if (code === 'EADDRINUSE') return `Port ${port} of ${host} is in use. Choose another one: ${command}`;
  if (code === 'EACCES') return `This user may not listen on port ${port}. Choose another one: ${command}`;
  return undefined;
}

function failureToListen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error) => resolve(error.code));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function npmWordsOf({ npm_lifecycle_event: script = 'start' }) {
  return script === 'start' ? 'start' : `run ${script}`;
}

/**
 * Installs the packages of the lockfile unless they are there. Resolves with the exit code. The tools of developers stay where
 * they are installed.
 * @param scope `product` or `all`.
 */
async function install(scope) {
  const lockfile = textOf(wantedFile);
  const digest = createHash('sha256').update(lockfile).digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === `${digest} all` || installed === `${digest} ${scope}`) return 0;
  // A checkout that pnpm itself installed is complete already.
  if (existsSync(installedFile) && textOf(installedFile) === lockfile) return 0;
  const installs = hasDevelopersTools() ? 'all' : scope;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  console.error('Installing dependencies …');
  const code = await prepare(
    'Installing',
    'npx',
    installs === 'product' ? [...args, ...PRODUCT_OPTIONS] : args,
    root,
  );
  if (code !== 0) return code;
  writeFileSync(stamp, `${digest} ${installs}`);
  return 0;
}

/** Git writes other line ends on Windows than pnpm. */
function textOf(file) {
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
}

function hasDevelopersTools() {
  return (
    existsSync(optionsFile) &&
    JSON.parse(readFileSync(optionsFile, 'utf8')).included?.devDependencies === true
  );
}
