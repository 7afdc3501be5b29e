import { readdir, readFile } from 'node:fs/promises';

/** What a process holds of the machine, as the kernel of Linux tells it. */
export interface Footprint {
  descriptors: number;
  residentMib: number;
}

export async function footprintOf(pid: number): Promise<Footprint> {
  const [descriptors, status] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  const kib = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
  return { descriptors: descriptors.length, residentMib: Math.round(kib / 1024) };
}
