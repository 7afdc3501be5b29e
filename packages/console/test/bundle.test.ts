import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const SITE = join(import.meta.dirname, '../dist/site');
const BYTES_MAX = 120 * 1024;

/** `npm test` builds the page first; by hand, `node packages/console/build.mjs` does. */
describe('the built page', () => {
  it('weighs less than 120 kB as sent', () => {
    const files = readdirSync(join(SITE, 'assets'));
    const bytes = files.reduce(
      (total, name) => total + gzipSync(readFileSync(join(SITE, 'assets', name))).length,
      0,
    );
    expect(files.length).toBeGreaterThan(1);
    expect(bytes).toBeLessThan(BYTES_MAX);
  });
});
