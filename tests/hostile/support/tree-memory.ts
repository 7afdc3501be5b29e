import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Resident memory of a process and of all that it started, as the kernel of Linux tells it. */
async function treeMib(root: number): Promise<number> {
  const children = new Map<number, number[]>();
  const kib = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // It may have ended since.
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
    const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    kib.set(Number(name), Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0));
  }
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((total, child) => total + sum(child), kib.get(pid) ?? 0);
  return sum(root) / 1024;
}

/** The work's result, and the most memory that the tree held at once meanwhile. */
export async function peakMibDuring<Result>(
  pid: number,
  work: () => Promise<Result>,
): Promise<{ result: Result; restingMib: number; peakMib: number }> {
  const restingMib = await treeMib(pid);
  let peakMib = restingMib;
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      peakMib = Math.max(peakMib, await treeMib(pid));
      await sleep(LOOK_EVERY_MS);
    }
  })();
  try {
    return { result: await work(), restingMib, peakMib };
  } finally {
    over.abort();
    await looking;
  }
}
