import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';
import type { ProfileProgress } from '../profile.js';
import { downloadFile, sha256Of, sizeOf } from './download-file.js';
import { hubFileName, type HubFile } from './hub-manifest.js';
import { openHubSource } from './open-hub-source.js';
import { pin, readPins, type Pins } from './lock-file.js';

export interface HubSettings {
  modelDir: string;
  /** Address of a hub, or folder of a mirror. */
  hubUrl: string;
  /** Holds the SHA-256 of files that the manifest does not pin. */
  lockPath: string;
  /** Undefined: the repository's own manifest. */
  manifestPath?: string | undefined;
}

export type FileState = 'whole' | 'missing' | 'damaged' | 'unpinned';

export function pathOf({ modelDir }: Pick<HubSettings, 'modelDir'>, file: HubFile): string {
  return join(modelDir, 'hub', hubFileName(file));
}

/** Reads the whole file to compare its SHA-256: about 0.3 s for 100 MB. */
export async function stateOf(settings: HubSettings, file: HubFile, pins: Pins): Promise<FileState> {
  const path = pathOf(settings, file);
  const bytes = await sizeOf(path);
  if (bytes === 0) return 'missing';
  const known = pins(file);
  if (known === undefined) return 'unpinned';
  if (known.bytes !== undefined && known.bytes !== bytes) return 'damaged';
  return (await sha256Of(path)) === known.sha256 ? 'whole' : 'damaged';
}

/** Whether files of the right size are there; it does not check their content. */
export async function arePresent(settings: HubSettings, files: readonly HubFile[]): Promise<boolean> {
  const pins = await readPins(settings.lockPath);
  for (const file of files) {
    const bytes = await sizeOf(pathOf(settings, file));
    const known = pins(file);
    if (bytes === 0 || known === undefined || (known.bytes ?? bytes) !== bytes) return false;
  }
  return true;
}

export interface PullOptions extends HubSettings {
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** For tests. */
  retryDelayMs?: number;
}

/** Pins files without a pin. Processes that call it at the same time share one download. @throws HubError */
export async function pullFiles(files: readonly HubFile[], options: PullOptions): Promise<void> {
  const source = openHubSource(options.hubUrl);
  const signal = options.signal ?? new AbortController().signal;
  try {
    for (const file of files) {
      const isDone = async () => (await stateOf(options, file, await readPins(options.lockPath))) === 'whole';
      if (await isDone()) continue;
      const target = pathOf(options, file);
      const report = (done: number, total = 0): void =>
        options.onProgress?.({ step: `downloading ${file.repository} ${file.path}`, done, total });
      await mkdir(dirname(target), { recursive: true });
      await withLock(`${target}.lock`, { isDone, onWait: () => undefined, signal }, async (lockSignal) => {
        if (await isDone()) return;
        const known = (await readPins(options.lockPath))(file);
        const { retryDelayMs } = options;
        const seen = await downloadFile({
          source,
          file,
          target,
          pin: known,
          onProgress: report,
          signal: lockSignal,
          ...(retryDelayMs !== undefined && { retryDelayMs }),
        });
        if (known === undefined) await pin(options.lockPath, file, seen);
      });
    }
  } finally {
    await source.close();
  }
}
