import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CLIP_B32, clipImageTower, clipTextTower, type ImageTowerSize, type TextTowerSize } from './clip.js';
import { crossEncoder, MINILM_L6, sentenceEncoder } from './cross-encoder.js';
import type { NetworkSize } from './layers.js';
import { SIGLIP2_B16, siglipImageTower, siglipTextTower } from './siglip.js';
import { bertTokenizer, clipTokenizer, gemmaTokenizer, type SmallTokenizer } from './tokenizers.js';

export type HubProfileName = 'clip-b32' | 'siglip2-b16';

export interface HubFolder {
  /** What a service needs in its environment to bring and run the profile. */
  env: Readonly<Record<string, string>>;
  /** Where the folder has the files of the profile's texts. */
  textFiles: { tower: string; tokenizer: string };
}

/** Small enough that a run takes a millisecond; every other shape is the published one. */
const SMALL: NetworkSize = { width: 32, heads: 2, layers: 2, isQuantized: false };

/**
 * A mirror's folder with a whole profile of generated networks, and a manifest that pins it: what a service does with
 * them (bring, check, load, run) is what it does with the published files.
 * @param known Words that are one token each, for CLIP and the cross-encoder.
 */
export async function writeHubFolder(
  folder: string,
  profile: HubProfileName,
  size: 'small' | 'full' = 'small',
  known?: readonly string[],
): Promise<HubFolder> {
  const towers = profile === 'clip-b32' ? clipFiles(size, known) : siglipFiles(size);
  const words = bertTokenizer(known);
  const crossEncoderSize =
    size === 'full' ? MINILM_L6 : { ...MINILM_L6, ...SMALL, vocabulary: words.vocabulary };
  const files = {
    imageTower: await put(folder, 'image.onnx', towers.image),
    textTower: await put(folder, 'text.onnx', towers.text),
    tokenizer: await put(folder, 'tokenizer.json', jsonBytes(towers.tokenizer.json)),
  };
  const manifest = {
    profiles: [
      {
        id: profile,
        title: 'generated',
        licence: 'Apache-2.0',
        dimensions: towers.dimensions,
        ...towers.rules,
        files,
        reranker: 'generated',
      },
    ],
    rerankers: [
      {
        id: 'generated',
        title: 'generated',
        licence: 'Apache-2.0',
        tokensMax: 128,
        padId: 0,
        lowerCase: true,
        files: {
          model: await put(folder, 'cross-encoder.onnx', crossEncoder(crossEncoderSize)),
          tokenizer: await put(folder, 'words.json', jsonBytes(words.json)),
        },
      },
    ],
    sentenceEncoders: [
      {
        id: 'minilm',
        title: 'generated',
        licence: 'Apache-2.0',
        dimensions: crossEncoderSize.width,
        text: { tokensMax: 128, padding: 'longest', padId: 0, lowerCase: false },
        prefixes: { query: 'ask ', caption: '' },
        files: {
          model: await put(folder, 'sentences.onnx', sentenceEncoder(crossEncoderSize)),
          tokenizer: await put(folder, 'words.json', jsonBytes(words.json)),
        },
      },
    ],
  };
  const manifestPath = join(folder, 'profiles.json');
  await writeFile(manifestPath, JSON.stringify(manifest));
  return {
    env: {
      MODEL_PROFILE: profile,
      MODEL_HUB_URL: folder,
      MODEL_MANIFEST: manifestPath,
      MODEL_LOCK_FILE: join(folder, 'models.lock.json'),
    },
    textFiles: { tower: pathIn(folder, files.textTower), tokenizer: pathIn(folder, files.tokenizer) },
  };
}

interface Towers {
  image: Uint8Array;
  text: Uint8Array;
  tokenizer: SmallTokenizer;
  dimensions: number;
  /** As in the repository's manifest, except the ids of padding, which are the small vocabularies' own. */
  rules: object;
}

function clipFiles(size: 'small' | 'full', known: readonly string[] | undefined): Towers {
  const tokenizer = clipTokenizer(known);
  const { text, image } = sizesOf(CLIP_B32, size, tokenizer);
  return {
    image: clipImageTower(image),
    text: clipTextTower(text),
    tokenizer,
    dimensions: text.dimensions,
    rules: {
      pixels: {
        sidePixels: 224,
        fit: 'crop',
        kernel: 'cubic',
        mean: [0.48145466, 0.4578275, 0.40821073],
        std: [0.26862954, 0.26130258, 0.27577711],
      },
      text: { tokensMax: 77, padding: 'longest', padId: tokenizer.vocabulary - 1, lowerCase: true },
    },
  };
}

function siglipFiles(size: 'small' | 'full'): Towers {
  const tokenizer = gemmaTokenizer();
  const { text, image } = sizesOf(SIGLIP2_B16, size, tokenizer);
  return {
    image: siglipImageTower(image),
    text: siglipTextTower(text),
    tokenizer,
    dimensions: text.dimensions,
    rules: {
      pixels: {
        sidePixels: 256,
        fit: 'stretch',
        kernel: 'linear',
        mean: [0.5, 0.5, 0.5],
        std: [0.5, 0.5, 0.5],
      },
      text: { tokensMax: 64, padding: 'full', padId: 0, lowerCase: true },
    },
  };
}

function sizesOf(
  published: { text: TextTowerSize; image: ImageTowerSize },
  size: 'small' | 'full',
  { vocabulary }: SmallTokenizer,
): { text: TextTowerSize; image: ImageTowerSize } {
  if (size === 'full') return published;
  return { text: { ...published.text, ...SMALL, vocabulary }, image: { ...published.image, ...SMALL } };
}

interface PublishedFile {
  repository: string;
  revision: string;
  path: string;
}

async function put(folder: string, path: string, bytes: Uint8Array) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file: PublishedFile = { repository: 'generated/models', revision: sha256.slice(0, 40), path };
  const target = pathIn(folder, file);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, bytes);
  return { ...file, bytes: bytes.byteLength, sha256 };
}

function pathIn(folder: string, { repository, revision, path }: PublishedFile): string {
  return join(folder, repository, 'resolve', revision, path);
}

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}
