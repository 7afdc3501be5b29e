import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach } from '@jest/globals';

/** A folder of this suite's own, which goes when the suite ends. */
export function folderOfSuite(): string {
  const path = mkdtempSync(join(tmpdir(), 'imagesearch-test-'));
  afterAll(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** One that is empty when a test begins. */
export function folderOfEachTest(): string {
  const path = folderOfSuite();
  beforeEach(() => {
    for (const name of readdirSync(path, 'buffer'))
      rmSync(Buffer.concat([Buffer.from(`${path}/`), name]), { recursive: true, force: true });
  });
  return path;
}
