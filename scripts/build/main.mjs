import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildConsole } from '../../packages/console/build.mjs';

const root = join(import.meta.dirname, '../..');
const stamp = join(root, 'node_modules/.transpiled');

/** Written in the browser's dialect, and built by Vite. */
const NOT_FOR_NODE = new Set(['console']);

/** The language of tsconfig.base.json, which a workspace without the tools of its developers cannot resolve. */
const COMPILER_OPTIONS = { target: 'es2023', verbatimModuleSyntax: true, strict: true };

/** Builds what runs, and only what has changed. It checks no types: `tsc -b` does, which also writes the `.d.ts` files. */
await transpile();
// Its client is a package that was just built.
await buildConsole(async (options) => {
  const vite = await import('vite');
  await vite.build(options);
});

/** Writes `dist` of every package and service from its `src`, file by file, unless every source is as it was. */
async function transpile() {
  const packages = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => !NOT_FOR_NODE.has(name))
      .map((name) => join(root, folder, name))
      .filter((dir) => existsSync(join(dir, 'src'))),
  );
  const sourcesOf = new Map(packages.map((dir) => [dir, sourcesIn(join(dir, 'src'))]));
  const fingerprint = fingerprintOf([...sourcesOf.values()].flat());
  const isBuilt = packages.every((dir) => existsSync(join(dir, 'dist')));
  if (isBuilt && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  // A build that is interrupted begins again.
  rmSync(stamp, { force: true });
  await Promise.all(packages.map((dir) => transpilePackage(dir, sourcesOf.get(dir))));
  writeFileSync(stamp, fingerprint);
}

function transpilePackage(dir, entryPoints) {
  return build({
    entryPoints,
    outbase: join(dir, 'src'),
    outdir: join(dir, 'dist'),
    bundle: false,
    format: 'esm',
    platform: 'node',
    target: COMPILER_OPTIONS.target,
    sourcemap: true,
    sourcesContent: false,
    tsconfigRaw: { compilerOptions: COMPILER_OPTIONS },
    logLevel: 'warning',
  });
}

function sourcesIn(dir) {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Of the contents: a change of branch touches files that stay the same. */
function fingerprintOf(paths) {
  const hash = createHash('sha256').update(readFileSync(import.meta.filename));
  for (const path of paths) hash.update(`${path}\0`).update(readFileSync(path));
  return hash.digest('hex');
}
