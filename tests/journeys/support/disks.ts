import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Disk {
  dir: string;
  remountReadOnly: () => void;
  remove: () => Promise<void>;
}

/** A disk of that size in memory. */
export async function mountDisk(mebibytes: number): Promise<Disk> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=755`, 'none', dir]);
  return {
    dir,
    remountReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', dir]),
    remove: async () => {
      execFileSync('umount', ['-l', dir]);
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A folder that nobody may write but root. */
export async function unwritableFolder(): Promise<{ dir: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'imagesearch-locked-'));
  const dir = join(parent, 'data');
  await mkdir(dir);
  await chmod(parent, 0o755);
  await chmod(dir, 0o555);
  return { dir, remove: () => rm(parent, { recursive: true, force: true }) };
}
