'use strict';
const { createHash } = require('node:crypto');
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { prepare } = require('./prepare.cjs');
const { removeUnused } = require('./remove-unused.cjs');

const root = join(__dirname, '..');
const wantedFile = join(root, 'pnpm-lock.yaml');
const stamp = join(root, 'node_modules/.installed-lockfile');
/** pnpm's own record of what it has installed: all of the lockfile, or less. */
const installedFile = join(root, 'node_modules/.pnpm/lock.yaml');

/** What the commands of the product need: the services with their libraries, and what builds them; and the examples. */
const PRODUCT = ['@imagesearch/local-stack...', '@imagesearch/build', '@imagesearch/examples'];
const PRODUCT_OPTIONS = ['--prod', ...PRODUCT.flatMap((name) => ['--filter', name])];

/**
 * Installs the packages of the lockfile unless they are there. Resolves with the exit code.
 * @param scope `product` or `all`.
 */
exports.install = async function install(scope) {
  const lockfile = readFileSync(wantedFile);
  const digest = createHash('sha256').update(lockfile).digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === `${digest} all` || installed === `${digest} ${scope}`) return 0;
  // Who installed everything with pnpm itself keeps the developers' tools.
  if (existsSync(installedFile) && lockfile.equals(readFileSync(installedFile))) return 0;
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const args = ['--yes', packageManager, 'install', '--frozen-lockfile', '--reporter=append-only'];
  console.error('Installing dependencies …');
  const code = await prepare('Installing', 'npx', scope === 'product' ? [...args, ...PRODUCT_OPTIONS] : args);
  if (code !== 0) return code;
  removeUnused(join(root, 'node_modules/.pnpm'));
  writeFileSync(stamp, `${digest} ${scope}`);
  return 0;
};
