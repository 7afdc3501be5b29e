import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

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

/** As in the repository's manifest, except the ids of padding, which are the small vocabularies' own. */
const RULES = {
  'clip-b32': {
    name: 'clip',
    dimensions: 512,
    pixels: {
      sidePixels: 224,
      fit: 'crop',
      kernel: 'cubic',
      mean: [0.48145466, 0.4578275, 0.40821073],
      std: [0.26862954, 0.26130258, 0.27577711],
    },
    text: { tokensMax: 77, padding: 'longest', padId: 519, lowerCase: true },
  },
  'siglip2-b16': {
    name: 'siglip',
    dimensions: 768,
    pixels: {
      sidePixels: 256,
      fit: 'stretch',
      kernel: 'linear',
      mean: [0.5, 0.5, 0.5],
      std: [0.5, 0.5, 0.5],
    },
    text: { tokensMax: 64, padding: 'full', padId: 0, lowerCase: true },
  },
} as const;

/**
 * A profile behind a mirror's folder with a manifest that pins it, and an empty folder of models: what a service does with them
 * (download, check, load, run) is what it does with the published files.
 */
export async function hubModels(profile: HubProfileName): Promise<HubModels> {
  const dir = await mkdtemp(join(tmpdir(), 'imagesearch-hub-models-'));
  const mirror = join(dir, 'mirror');
  const put = (name: string) => putFile(mirror, name);
  const { name, ...rules } = RULES[profile];
  const entry = { title: 'random weights', licence: 'Apache-2.0' };
  const files = {
    imageTower: await put(`${name}-image.onnx`),
    textTower: await put(`${name}-text.onnx`),
    tokenizer: await put(`${name}-tokenizer.json`),
  };
  const words = await put('words.json');
  const manifest = {
    profiles: [{ ...entry, id: profile, ...rules, files }],
    rerankers: [
      {
        ...entry,
        id: 'minilm-l6',
        tokensMax: 128,
        padId: 0,
        lowerCase: true,
        files: { model: await put('cross-encoder.onnx'), tokenizer: words },
      },
    ],
    textEncoders: [
      {
        ...entry,
        id: 'e5-small',
        dimensions: 8,
        text: { tokensMax: 128, padding: 'longest', padId: 0, lowerCase: false },
        prefixes: { query: 'ask ', caption: '' },
        files: { model: await put('sentences.onnx'), tokenizer: words },
      },
    ],
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
