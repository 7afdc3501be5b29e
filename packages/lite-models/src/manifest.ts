import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFiles } from './profile.js';

/** Raise it when the built files change and their vectors do not: folders are then built again, and indexes stay valid. */
export const FILES_VERSION = 2;

/** Describes the files of a folder, so that a damaged or outdated file is noticed. */
export interface Manifest {
  id: 'lite';
  fingerprint: string;
  filesVersion: number;
  files: Record<keyof ModelFiles, ManifestFile>;
}

export interface ManifestFile {
  name: string;
  bytes: number;
  sha256: string;
  /** Source of the numbers, and its licence. */
  source: string;
  licence: string;
  /** Tensors by name with their shape; for ONNX files only. */
  inputs?: Record<string, readonly (number | string)[]>;
  outputs?: Record<string, readonly (number | string)[]>;
}

export const MANIFEST_FILE = 'manifest.json';

/** The manifest of a complete folder; undefined when anything is missing, damaged or unknown. */
export async function verifiedManifest(dir: string, fingerprint: string): Promise<Manifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(dir, MANIFEST_FILE), 'utf8')) as Partial<Manifest> | null;
    if (manifest?.fingerprint !== fingerprint || manifest.filesVersion !== FILES_VERSION) return undefined;
    if (manifest.files === undefined) return undefined;
    for (const file of Object.values(manifest.files)) {
      const bytes = await readFile(join(dir, file.name));
      if (bytes.length !== file.bytes || sha256(bytes) !== file.sha256) return undefined;
    }
    // The fingerprint matches this builder, so the rest of the manifest has the expected form.
    return manifest as Manifest;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
