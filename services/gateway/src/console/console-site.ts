import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

/** The built page of `packages/console`. */
export interface ConsoleSite {
  dir: string;
  /** Addresses of its files, such as `/favicon.svg`; the page itself is `/`. */
  paths: string[];
}

/** Undefined while the console is not built. */
export function findConsoleSite(dir = builtSiteDir()): ConsoleSite | undefined {
  if (!existsSync(join(dir, 'index.html'))) return undefined;
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((file) => `/${relative(dir, join(file.parentPath, file.name)).split(sep).join('/')}`)
    .filter((path) => !/\.(?:br|gz)$/.test(path))
    .map((path) => (path === '/index.html' ? '/' : path));
  return { dir, paths };
}

function builtSiteDir(): string {
  const require = createRequire(import.meta.url);
  return join(dirname(require.resolve('@imagesearch/console/package.json')), 'dist', 'site');
}
