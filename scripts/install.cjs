'use strict';
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { prepare } = require('./prepare.cjs');
const { removeUnused } = require('./remove-unused.cjs');

const root = join(__dirname, '..');
const wantedFile = join(root, 'pnpm-lock.yaml');
const stamp = join(root, 'node_modules/.installed-lockfile');
/** pnpm's own records: what it has installed of the lockfile, and how. The second one is JSON. */
const installedFile = join(root, 'node_modules/.pnpm/lock.yaml');
const optionsFile = join(root, 'node_modules/.modules.yaml');

/** What the commands of the product need: the services with their libraries, and what builds them; and the examples. */
const PRODUCT = ['@imagesearch/local-stack...', '@imagesearch/build', '@imagesearch/examples'];
const PRODUCT_OPTIONS = ['--prod', ...PRODUCT.flatMap((name) => ['--filter', name])];

/**
 * Installs the packages of the lockfile unless they are there. Resolves with the exit code. The tools of developers stay where
 * they are installed.
 * @param scope `product` or `all`.
 */
exports.install = async function install(scope) {
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
  );
  if (code !== 0) return code;
  removeUnused(join(root, 'node_modules/.pnpm'));
  writeFileSync(stamp, `${digest} ${installs}`);
  return 0;
};

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
