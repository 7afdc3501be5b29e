import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CaselessDisk {
  dir: string;
  remove: () => Promise<void>;
}

/**
 * A disk for which `BARN.JPG` is `barn.jpg`, as those of Windows and macOS are: NTFS in a file, mounted through FUSE. It needs
 * `ENGINES.caselessDisk`.
 */
export async function mountCaselessDisk(): Promise<CaselessDisk> {
  const parent = await mkdtemp(join(tmpdir(), 'imagesearch-caseless-'));
  const [image, dir] = [join(parent, 'disk'), join(parent, 'mounted')];
  await mkdir(dir);
  execFileSync('truncate', ['-s', '16M', image]);
  execFileSync('mkntfs', ['-F', '-Q', image], { stdio: 'ignore' });
  execFileSync('lowntfs-3g', ['-o', 'ignore_case', image, dir]);
  return {
    dir,
    remove: async () => {
      execFileSync('umount', ['-l', dir]);
      await rm(parent, { recursive: true, force: true });
    },
  };
}
