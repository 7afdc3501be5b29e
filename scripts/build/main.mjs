import { buildConsole } from '../../packages/console/build.mjs';
import { transpile } from './transpile.mjs';

/** Builds what runs, and only what has changed. It checks no types: `tsc -b` does, which also writes the `.d.ts` files. */
await transpile();
// Its client is a package that was just built.
await buildConsole(async (options) => {
  const { build } = await import('vite');
  await build(options);
});
