import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packageDir = import.meta.dirname;
const siteDir = join(packageDir, 'dist/site');
const stamp = join(packageDir, 'dist/.site-fingerprint');

const INPUTS = [
  'src',
  'public',
  'index.html',
  'vite.config.mjs',
  'tsconfig.bundle.json',
  'build.mjs',
  '../sdk/src',
  '../../pnpm-lock.yaml',
];

/**
 * Builds the page into dist/site. Skips the work while everything that the page is built from is unchanged. The caller brings
 * Vite, which a workspace that only runs has in scripts/build.
 */
export async function buildConsole(build) {
  const fingerprint = fingerprintOf(INPUTS.map((input) => join(packageDir, input)));
  if (existsSync(siteDir) && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  rmSync(stamp, { force: true });
  await build({ configFile: join(packageDir, 'vite.config.mjs'), logLevel: 'warn' });
  writeFileSync(stamp, fingerprint);
}

if (process.argv[1] === import.meta.filename) {
  const { build } = await import('vite');
  await buildConsole(build);
}

function fingerprintOf(paths) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap(filesBelow)) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}

/** The file itself, or every file of a folder in one order; nothing where nothing is. */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  let entries;
  try {
    entries = readdirSync(path, { recursive: true, withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
