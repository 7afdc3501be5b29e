import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NOBODY = 65_534;

export interface Disk {
  dir: string;
  remountReadOnly: () => void;
  remove: () => Promise<void>;
}

/** Why this machine cannot mount a disk for a test; undefined when it can. */
export const cannotMount = ((): string | undefined => {
  if (process.getuid?.() !== 0) return 'only root can mount a small disk';
  // Mounted in a namespace that ends with the command.
  const probe = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', '-o', 'size=1m', 'none', tmpdir()]);
  return probe.status === 0 ? undefined : 'this machine does not let root mount a disk';
})();

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

/** A folder that the returned user may not write: root may write everywhere, so it acts as nobody. */
export async function unwritableFolder(): Promise<{
  dir: string;
  uid: number | undefined;
  remove: () => Promise<void>;
}> {
  const parent = await mkdtemp(join(tmpdir(), 'imagesearch-locked-'));
  const dir = join(parent, 'data');
  await mkdir(dir);
  await chmod(parent, 0o755);
  await chmod(dir, 0o555);
  const uid = process.getuid?.() === 0 ? NOBODY : undefined;
  return { dir, uid, remove: () => rm(parent, { recursive: true, force: true }) };
}
