import { ensureLiteProfile } from '@imagesearch/models/lite-profile';
import type { ModelProfile, ProfileProgress } from '@imagesearch/models/profile';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { CLOSE_LEVEL } from '../domain/faces/levels.js';
import { openFaceDetector, type FaceDetector } from './face-detector.js';
import { openImageTower, TOWER_EDGE_PX, type ImageTower } from './image-tower.js';

/** Everything of a profile that is in memory. */
export interface Models {
  profile: ModelProfile;
  words: WordVectors;
  tower: ImageTower;
  faces: FaceDetector;
}

export interface LoadModelsOptions {
  modelDir: string;
  threads: number;
  signal: AbortSignal;
  onProgress: (progress: ProfileProgress) => void;
  /** Called as soon as the profile's files are there, before they are loaded. */
  onProfile: (profile: ModelProfile) => void;
}

/** Builds the profile's files where they are missing, loads them, and runs each model once so that no caller waits for it. */
export async function loadModels(options: LoadModelsOptions): Promise<Models> {
  const { modelDir, threads, signal, onProgress, onProfile } = options;
  const profile = await ensureLiteProfile({ modelDir, signal, onProgress });
  onProfile(profile);
  const words = await loadWordVectors(profile.files.wordVectors);
  const tower = await openImageTower(profile.files.imageTower, threads);
  const faces = await openFaceDetector(profile.files.faceDetector);
  const models = { profile, words, tower, faces };
  await warmUp(models);
  return models;
}

export async function unloadModels({ tower, faces }: Models): Promise<void> {
  await tower.close();
  await faces.close();
}

async function warmUp({ words, tower, faces }: Models): Promise<void> {
  words.embedText('warm');
  await tower.embed([greySquare(TOWER_EDGE_PX)]);
  const close = { pixels: greySquare(CLOSE_LEVEL.edgePx), scoreMin: CLOSE_LEVEL.scoreMin };
  await faces.detect([close], () => undefined);
}

function greySquare(edgePx: number) {
  return { data: new Uint8Array(3 * edgePx * edgePx).fill(128), width: edgePx, height: edgePx };
}
