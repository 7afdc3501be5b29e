import { loadCaptionMap, type CaptionMap } from '@imagesearch/models/caption-map';
import type { ProfileSettings } from '@imagesearch/models/choose-profile';
import { openProfile } from '@imagesearch/models/open-profile';
import type { ModelProfile, ProfileProgress, SentenceEncoderModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import type { ImageEncoder, ObjectDetector, TextEncoder } from '../../domain/encoders.js';
import { CLOSE_LEVEL } from '../../domain/faces/levels.js';
import type { SignalReader } from '../../domain/signal-reader.js';
import { openImageTower } from './image-tower.js';
import { openLiteImageTower } from './lite-image-tower.js';
import { openObjectDetector } from './object-detector.js';
import { openSignalReader } from './signal-reader.js';
import { openTextEncoderInThread } from './text-encoder-in-thread.js';
import { openWordTexts } from './word-texts.js';

export interface Models {
  profile: ModelProfile;
  texts: TextEncoder;
  /** Undefined without a sentence encoder. */
  sentences: TextEncoder | undefined;
  images: ImageEncoder;
  /** For images without words; undefined where words are compared with pixels. */
  objects: ObjectDetector | undefined;
  signals: SignalReader;
  /** For images without a caption; undefined where the vectors of texts and images share one space. */
  captions: CaptionMap | undefined;
}

export interface LoadModelsOptions {
  settings: ProfileSettings;
  session: SessionSettings;
  /** Of the model that filled the index; empty for a new index and when it is unknown. */
  indexFingerprint: string;
  signal: AbortSignal;
  onProgress: (progress: ProfileProgress) => void;
  onProfile: (profile: ModelProfile, why: string) => void;
}

/** Makes the profile's files available, loads them, and runs each model once so that no caller waits for the first run. */
export async function loadModels(options: LoadModelsOptions): Promise<Models> {
  const { settings, session, indexFingerprint, signal, onProgress, onProfile } = options;
  const { profile, why } = await openProfile(settings, { indexFingerprint, signal, onProgress });
  onProfile(profile, why);
  const opened: { close(): Promise<void> }[] = [];
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const model = await opening;
    opened.push(model);
    return model;
  };
  try {
    const models = {
      profile,
      texts: await keep(openTexts(profile, session)),
      sentences: profile.sentences && (await keep(openSentences(profile.sentences, session))),
      images: await keep(openImages(profile, session)),
      objects: profile.crossModal ? undefined : openObjectDetector(profile.files.objectDetector, session),
      signals: await keep(Promise.resolve(openSignalReader(profile.files.faceDetector))),
      captions: profile.crossModal ? undefined : await loadCaptionMap(profile.files.captionMap),
    };
    await warmUp(models);
    return models;
  } catch (error) {
    for (const model of opened) await model.close();
    throw error;
  }
}

export async function unloadModels({ texts, sentences, images, objects, signals }: Models): Promise<void> {
  await texts.close();
  await sentences?.close();
  await images.close();
  await objects?.close();
  await signals.close();
}

function openTexts(profile: ModelProfile, session: SessionSettings): Promise<TextEncoder> {
  if (!profile.crossModal) return openWordTexts(profile.files.wordVectors);
  const { files, text } = profile;
  return openTextEncoderInThread({ tower: { files, text }, session });
}

/** A query has few tokens: threads that share its work wait for each other longer than they compute. */
function openSentences(sentences: SentenceEncoderModel, session: SessionSettings): Promise<TextEncoder> {
  return openTextEncoderInThread({ sentences, session: { ...session, threads: 1 } });
}

function openImages(profile: ModelProfile, session: SessionSettings): Promise<ImageEncoder> {
  return profile.crossModal
    ? openImageTower(profile, session)
    : openLiteImageTower(profile.files.imageTower, session);
}

/** @throws Error when a model's vectors are not as long as its profile says. */
async function warmUp({ profile, texts, sentences, images, signals }: Models): Promise<void> {
  const [text] = await texts.embed(['warm']);
  const grey = greyImage(CLOSE_LEVEL.edgePx);
  const [image] = await images.embed([await images.prepare(grey)]);
  requireLength('text', text, profile.textDimensions);
  requireLength('image', image, profile.imageDimensions);
  if (sentences !== undefined && profile.sentences !== undefined) {
    const [sentence] = await sentences.embed(['warm']);
    requireLength('sentence', sentence, profile.sentences.dimensions);
  }
  const level = { pixels: grey.pixels, scoreMin: CLOSE_LEVEL.scoreMin };
  await signals.read({ size: grey, levels: [level], pixels: grey.pixels, indexed: grey.pixels });
}

function requireLength(what: string, vector: Float32Array | undefined, dimensions: number): void {
  if (vector?.length === dimensions) return;
  throw new Error(
    `The ${what} tower returns ${vector?.length ?? 0} numbers; its profile says ${dimensions}.`,
  );
}

function greyImage(edgePx: number) {
  const size = { width: edgePx, height: edgePx };
  return { ...size, pixels: { ...size, data: new Uint8Array(3 * edgePx * edgePx).fill(128) } };
}
