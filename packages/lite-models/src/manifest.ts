import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFiles } from './profile.js';

/** What lies beside a profile's files: who they are, so that a damaged or outdated one is noticed. */
export interface Manifest {
  id: 'lite';
  fingerprint: string;
  files: Record<keyof ModelFiles, ManifestFile>;
}

export interface ManifestFile {
  name: string;
  bytes: number;
  sha256: string;
  /** Where the numbers come from, and under which licence. */
  source: string;
  licence: string;
  /** Tensors by name with their shape; for ONNX files only. */
  inputs?: Record<string, readonly (number | string)[]>;
  outputs?: Record<string, readonly (number | string)[]>;
}

export const MANIFEST_FILE = 'manifest.json';

/** The manifest of a folder whose files are all whole; undefined when anything is missing, damaged or not ours. */
export async function verifiedManifest(dir: string, fingerprint: string): Promise<Manifest | undefined> {
  try {
    const manifest = JSON.parse(await readFile(join(dir, MANIFEST_FILE), 'utf8')) as Partial<Manifest> | null;
    if (manifest?.fingerprint !== fingerprint || manifest.files === undefined) return undefined;
    for (const file of Object.values(manifest.files)) {
      const bytes = await readFile(join(dir, file.name));
      if (bytes.length !== file.bytes || sha256(bytes) !== file.sha256) return undefined;
    }
    // The fingerprint is that of this very builder, which wrote the rest of the manifest too.
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
