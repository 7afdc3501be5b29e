import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { openGiveBackMemory } from '../src/give-back-memory.js';

const MIB = 1024 * 1024;
const BLOCK_BYTES = 4096;
const BLOCKS = 32_768;
/** One of so many blocks stays, so that no heap can shrink from its end. */
const KEPT_OF = 16;

const GIVEN_BACK_BYTES_MIN = 64 * MIB;
const WAIT_MS_MAX = 10_000;

const isGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

describe('openGiveBackMemory', () => {
  it('gives back free memory that lies between blocks in use', async () => {
    const giveBack = await openGiveBackMemory();
    const kept = leaveHoles();
    const before = process.memoryUsage.rss();
    const end = performance.now() + WAIT_MS_MAX;
    await giveBack();
    let givenBack = 0;
    // V8 frees the bytes of buffers in a thread of its own.
    while (isGlibc && givenBack <= GIVEN_BACK_BYTES_MIN && performance.now() < end) {
      await sleep(100);
      await giveBack();
      givenBack = before - process.memoryUsage.rss();
    }
    if (isGlibc) expect(givenBack).toBeGreaterThan(GIVEN_BACK_BYTES_MIN);
    expect(kept).toHaveLength(BLOCKS / KEPT_OF);
  });
});

/** Takes 128 MiB in small blocks, and frees most of them. @returns the others */
function leaveHoles(): Buffer[] {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Written, because the system gives a page only when it is written.
  const blocks = Array.from({ length: BLOCKS }, () => Buffer.allocUnsafeSlow(BLOCK_BYTES).fill(1));
  const kept = blocks.filter((_, at) => at % KEPT_OF === 0);
  blocks.length = 0;
  collect();
  return kept;
}
