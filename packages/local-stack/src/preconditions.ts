import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { GatewayConfig } from '@imagesearch/gateway/config';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { freeBytes, StorageFault, writing } from '@imagesearch/service-kit/files/storage-fault';
import { OperatorError } from './operator-error.js';

const MEBIBYTE = 1024 * 1024;
/** The embedded databases alone reserve this much, and abort when they do not get it. */
const ROOM_BYTES_MIN = 200 * MEBIBYTE;

/**
 * Checks that the data folder can be written and has room, before anything is built or opened in it.
 * @throws StorageFault
 */
export async function requireDataDir(dataDir: string): Promise<void> {
  await writing(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, 'write-check');
    await writeFileAtomic(probe, 'x');
    await rm(probe);
  });
  const free = await freeBytes(dataDir);
  if (free >= ROOM_BYTES_MIN) return;
  const [has, needs] = [free, ROOM_BYTES_MIN].map((bytes) => Math.floor(bytes / MEBIBYTE));
  throw new StorageFault(
    `The disk of ${dataDir} is almost full: ${has ?? 0} MiB are free and the stack needs ${needs ?? 0} MiB. ` +
      'Free some space, or choose another DATA_DIR.',
  );
}

/** Checks that the public port is free. @throws OperatorError */
export async function requirePort({ port, host }: Pick<GatewayConfig, 'port' | 'host'>): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE') throw error;
    throw new OperatorError(`Port ${port} of ${host} is in use. Choose another one: PORT=${port + 1}`);
  } finally {
    probe.close();
  }
}
