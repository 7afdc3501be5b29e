import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';

const GZIP_BYTES_MAX = 8 * 1024;
const SOURCE = join(import.meta.dirname, '../src');

/** The entry as a page loads it. */
async function bundle(): Promise<{ text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(SOURCE, 'index.ts')],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'esm',
  });
  return { text: outputFiles[0]?.text ?? '', inputs: Object.keys(metafile.inputs) };
}

describe('the bundle for browsers', () => {
  it('has less than 8 kB gzipped', async () => {
    const { text } = await bundle();
    const bytes = gzipSync(text).byteLength;
    expect(bytes).toBeGreaterThan(2_000);
    expect(bytes).toBeLessThan(GZIP_BYTES_MAX);
  });

  it('has nothing but the package itself in it, and nothing of Node', async () => {
    const { text, inputs } = await bundle();
    expect(inputs.filter((path) => !path.startsWith('packages/sdk/src/'))).toEqual([]);
    expect(text).not.toMatch(/node:|\bBuffer\b|\bprocess\b/);
  });
});
