import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { build } from 'esbuild';

const GZIP_BYTES_MAX = 8 * 1024;

it('as a page loads it, the client has less than 8 kB gzipped, and nothing of other packages or of Node', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, '../src/index.ts')],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
  });
  const text = outputFiles[0]?.text ?? '';
  const bytes = gzipSync(text).byteLength;
  expect(bytes).toBeGreaterThan(2_000);
  expect(bytes).toBeLessThan(GZIP_BYTES_MAX);
  const foreign = Object.keys(metafile.inputs).filter((path) => !path.startsWith('packages/sdk/src/'));
  expect(foreign).toEqual([]);
  expect(text).not.toMatch(/node:|\bBuffer\b|\bprocess\b/);
});
