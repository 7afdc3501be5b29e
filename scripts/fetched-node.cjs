'use strict';
const { spawnSync } = require('node:child_process');
const { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { delimiter, dirname, join } = require('node:path');
const { prepare } = require('./run-child.cjs');
const versions = require('./node-versions.json');

/**
 * The Node that everything here runs on: the one that runs this, or, where it is too old, one from the package registry. That
 * is fetched once and kept in `node_modules`. Node 18 must be able to run this file.
 */
const modules = join(__dirname, '../node_modules');
const PREFIX = '.node-';
const SIGNALLED = 128;

/** A registry that does not answer is given up after some seconds, not after npm's minutes. */
const NPM_OPTIONS = [
  ...['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'],
  ...['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'],
  '--fetch-timeout=60000',
];

/** Resolves with the path of Node's program, and lets every program that is started from now on find it as `node`. */
async function useNode() {
  if (Number(process.versions.node.split('.')[0]) >= versions.needed) return process.execPath;
  const wanted = versions.packages[`${process.platform}-${process.arch}`];
  if (wanted === undefined)
    throw new Error(
      `Node ${versions.needed} or later is needed; this is Node ${process.versions.node}, and the package registry has ` +
        `no newer one for ${process.platform} ${process.arch}. Get it from https://nodejs.org`,
    );
  const folder = join(modules, `${PREFIX}${wanted.version}`);
  const node = join(folder, 'node_modules', wanted.name, 'bin/node');
  if (!existsSync(node)) await fetchInto(folder, wanted);
  process.env.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`;
  return node;
}

/** Fetches into a folder of this process, which is then renamed: no other process ever sees half of it. */
async function fetchInto(folder, { name, version, integrity }) {
  console.error(
    `Node ${process.versions.node} is too old; using Node ${version} from the package registry, about 50 MB, once …`,
  );
  removeRemains();
  const own = `${folder}-${process.pid}`;
  mkdirSync(own, { recursive: true });
  try {
    const about = { name: 'node', version: '0.0.0', private: true, dependencies: { [name]: version } };
    const locked = {
      '': { dependencies: about.dependencies },
      [`node_modules/${name}`]: { version, integrity },
    };
    const lock = {
      name: about.name,
      version: about.version,
      lockfileVersion: 3,
      requires: true,
      packages: locked,
    };
    writeFileSync(join(own, 'package.json'), JSON.stringify(about));
    writeFileSync(join(own, 'package-lock.json'), JSON.stringify(lock));
    const code = await prepare('Fetching Node', 'npm', ['ci', '--prefix', own, ...NPM_OPTIONS], own);
    // Stopped by a signal: nothing that would follow starts either.
    if (code > SIGNALLED) return;
    const get = `Try again, or get Node ${versions.needed} from https://nodejs.org`;
    if (code !== 0) throw new Error(`Node ${version} did not come from the package registry. ${get}`);
    const program = join(own, 'node_modules', name, 'bin/node');
    if (spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout?.trim() !== `v${version}`)
      throw new Error(`Node ${version} of the package registry does not run on this machine. ${get}`);
    // Headers for compilers: a third of the package.
    rmSync(join(own, 'node_modules', name, 'include'), { recursive: true, force: true });
    keep(own, folder);
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Another process may have fetched it meanwhile, and run from there already. */
function keep(own, folder) {
  try {
    renameSync(own, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}

/** Of processes that were killed, and of versions that are no longer wanted. */
function removeRemains() {
  const wanted = Object.values(versions.packages).map(({ version }) => `${PREFIX}${version}`);
  for (const name of existsSync(modules) ? readdirSync(modules) : []) {
    if (!name.startsWith(PREFIX) || wanted.includes(name) || isRunning(Number(name.split('-').at(-1))))
      continue;
    rmSync(join(modules, name), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

module.exports = { useNode };
