import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { openGiveBackMemory } from '../src/give-back-memory.js';

const MIB = 1024 * 1024;
const BLOCK_BYTES = 4096;
const BLOCKS = 32_768;
/** One of so many blocks stays, so that no heap can shrink from its end. */
const KEPT_OF = 16;

const isGlibc = 'glibcVersionRuntime' in (process.report.getReport() as { header: object }).header;

describe('openGiveBackMemory', () => {
  it('gives back free memory that lies between blocks in use', async () => {
    const giveBack = await openGiveBackMemory();
    const kept = leaveHoles();
    const before = process.memoryUsage.rss();
    // V8 frees the bytes of buffers in a thread of its own.
    await sleep(500);
    await giveBack();
    const givenBack = before - process.memoryUsage.rss();
    if (isGlibc) expect(givenBack).toBeGreaterThan(64 * MIB);
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
