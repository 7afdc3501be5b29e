import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { liteFingerprint } from '@imagesearch/lite-models/lite-profile';

/**
 * Where tests keep the `lite` models: built on first use, then shared by all suites and all later runs of the same
 * code. Give it to `ensureLiteProfile`, whose lock makes parallel workers wait for one build.
 */
export function testModelDir(): string {
  return join(tmpdir(), `imagesearch-test-models-${liteFingerprint().slice(0, 12)}`);
}
