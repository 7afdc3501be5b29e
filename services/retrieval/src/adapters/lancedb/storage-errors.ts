import { storageUnavailable, type StorageCode } from '@imagesearch/service-kit/files/storage-fault';

/** The engine gives only the system's words; these numbers are those of Linux and macOS. */
const CODES: Readonly<Record<string, StorageCode>> = {
  '13': 'EACCES',
  '28': 'ENOSPC',
  '30': 'EROFS',
  '122': 'EDQUOT',
};

/**
 * Runs a write of the engine.
 * @throws AppError `dependency_unavailable` that names the folder when its disk is full or cannot be written.
 */
export async function writingTable<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const number = /\(os error (?<number>\d+)\)/.exec(String(error))?.groups?.['number'];
    const code = CODES[number ?? ''];
    if (code === undefined) throw error;
    throw storageUnavailable({ dependency: 'index', path: dir, code, cause: error });
  }
}
