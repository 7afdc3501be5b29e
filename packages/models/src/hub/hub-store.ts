import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';
import { z } from 'zod';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import type { ProfileProgress } from '../profile.js';
import { downloadFile, sha256Of, sizeOf, type Pin } from './download-file.js';
import { hubFileName, type HubFile } from './hub-manifest.js';
import { openFolder, type HubSource } from './hub-source.js';

export interface HubSettings {
  modelDir: string;
  /** Address of a hub, or folder of a mirror. */
  hubUrl: string;
  /** Holds the SHA-256 of files that the manifest does not pin. */
  lockPath: string;
  /** Undefined: the repository's own manifest. */
  manifestPath?: string | undefined;
}

type FileState = 'whole' | 'missing' | 'damaged' | 'unpinned';

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

/** The source that a setting names: an address (`https://…`), or a folder (`file:///…`, or a path) with the same paths below it. */
async function openHubSource(url: string): Promise<HubSource> {
  // Its client takes 0.15 s to load, and most starts download nothing.
  if (/^https?:\/\//.test(url)) return (await import('./http-hub.js')).openHttpHub(url);
  return openFolder(url.startsWith('file:') ? fileURLToPath(url) : url);
}

/** Pins files without a pin. Processes that call it at the same time share one download. @throws HubError */
export async function pullFiles(files: readonly HubFile[], options: PullOptions): Promise<void> {
  const source = await openHubSource(options.hubUrl);
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

/** The repository's own lock file, which an operator commits. */
export const LOCK_PATH = join(import.meta.dirname, '../../../../infra/models/models.lock.json');

const lockSchema = z.strictObject({
  files: z.record(
    z.string(),
    z.strictObject({ bytes: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

type Pins = (file: HubFile) => Pin | undefined;

/** The pins of the manifest and the lock file; the manifest takes precedence. A missing lock file has no pins. */
export async function readPins(lockPath: string): Promise<Pins> {
  const { files } = await readLock(lockPath);
  return (file) =>
    file.sha256 === undefined ? files[hubFileName(file)] : { bytes: file.bytes, sha256: file.sha256 };
}

/** An existing pin stays. @throws Error when the lock file cannot be written or has another hash. */
export async function pin(
  lockPath: string,
  file: HubFile,
  seen: { bytes: number; sha256: string },
): Promise<void> {
  await mkdir(dirname(lockPath), { recursive: true });
  const unwanted = { isDone: () => Promise.resolve(false), onWait: () => undefined };
  await withLock(`${lockPath}.lock`, unwanted, async () => {
    const lock = await readLock(lockPath);
    const name = hubFileName(file);
    const known = lock.files[name];
    if (known !== undefined && known.sha256 !== seen.sha256) {
      throw new Error(
        `${name} was pinned by another process meanwhile, with another SHA-256 (${known.sha256}).`,
      );
    }
    const files = { ...lock.files, [name]: seen };
    const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
    await writeFileAtomic(lockPath, `${JSON.stringify({ files: sorted }, null, 2)}\n`);
  });
}

async function readLock(lockPath: string): Promise<z.output<typeof lockSchema>> {
  let text: string;
  try {
    text = await readFile(lockPath, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { files: {} };
    throw error;
  }
  const result = lockSchema.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new Error(`${lockPath} is not a lock file of models:\n${z.prettifyError(result.error)}`);
}
