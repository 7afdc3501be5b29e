import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../repository.js';

/** Small networks with random weights and the inputs, outputs and shapes of the published ones, and their tokenizers. */
export const NETWORKS = join(import.meta.dirname, '../../fixtures/hub');

export type HubProfileName = 'clip-b32' | 'siglip2-b16';

export interface HubModels {
  /** What a service needs in its environment to download and run the profile. */
  env: Readonly<Record<string, string>>;
  /** Of the models that were downloaded so far. */
  modelDir: string;
  remove: () => Promise<void>;
}

const MANIFEST = join(ROOT, 'infra/models/profiles.json');

interface Published {
  id: string;
  text: object;
}

/** The networks of each profile. The ids of padding are the small vocabularies' own. */
const SMALL = {
  'clip-b32': { name: 'clip', padId: 519 },
  'siglip2-b16': { name: 'siglip', padId: 0 },
} as const;

/**
 * A profile behind a mirror's folder with a manifest that pins it, and an empty folder of models: what a service does with them
 * (download, check, load, run) is what it does with the published files.
 */
export async function hubModels(profile: HubProfileName): Promise<HubModels> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-hub-models-'));
  const mirror = join(dir, 'mirror');
  const put = (name: string) => putFile(mirror, name);
  const { name, padId } = SMALL[profile];
  const { profiles, rerankers, textEncoders } = JSON.parse(await readFile(MANIFEST, 'utf8')) as Record<
    'profiles' | 'rerankers' | 'textEncoders',
    Published[]
  >;
  const words = await put('words.json');
  const files = {
    imageTower: await put(`${name}-image.onnx`),
    textTower: await put(`${name}-text.onnx`),
    tokenizer: await put(`${name}-tokenizer.json`),
  };
  const crossEncoder = { model: await put('cross-encoder.onnx'), tokenizer: words };
  const sentences = { model: await put('sentences.onnx'), tokenizer: words };
  const manifest = {
    profiles: profiles
      .filter(({ id }) => id === profile)
      .map((published) => ({ ...published, text: { ...published.text, padId }, files })),
    rerankers: rerankers.map((published) => ({ ...published, files: crossEncoder })),
    textEncoders: textEncoders.map((published) => ({
      ...published,
      dimensions: 8,
      text: { ...published.text, padId: 0 },
      prefixes: { query: 'ask ', caption: '' },
      files: sentences,
    })),
  };
  const manifestPath = join(mirror, 'profiles.json');
  await writeFile(manifestPath, JSON.stringify(manifest));
  return {
    env: {
      MODEL_PROFILE: profile,
      MODEL_DIR: dir,
      MODEL_HUB_URL: mirror,
      MODEL_MANIFEST: manifestPath,
    },
    modelDir: dir,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

interface PublishedFile {
  repository: string;
  revision: string;
  path: string;
}

async function putFile(mirror: string, path: string) {
  const bytes = await readFile(join(NETWORKS, path));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file: PublishedFile = { repository: 'random/weights', revision: sha256.slice(0, 40), path };
  const target = pathIn(mirror, file);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(join(NETWORKS, path), target);
  return { ...file, bytes: bytes.byteLength, sha256 };
}

function pathIn(folder: string, { repository, revision, path }: PublishedFile): string {
  return join(folder, repository, 'resolve', revision, path);
}
