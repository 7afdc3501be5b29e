import { openProfile } from '@imagesearch/models/open-profile';
import type { ProfileSettings } from '@imagesearch/models/profile-settings';
import { sayingEachStep, type ModelProfile, type TextEncoderModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import type { Logger } from '@imagesearch/service-kit/logging';
import {
  PEOPLE_TEXTS,
  type ImageEncoder,
  type PeopleVectors,
  type TextEncoder,
} from '../../domain/encoders.js';
import { CLOSE_LEVEL } from '../../domain/faces.js';
import type { SignalReader } from '../../domain/signals/signals.js';
import { openImageTower, openLiteVision } from './image-encoders.js';
import { openSignalReader, openTextEncoderInThread, type EncoderInThread } from './model-threads.js';

export interface Models {
  profile: ModelProfile;
  /** Of captions and queries. */
  texts: TextEncoder;
  /** Of queries, to compare with pixels; often the same as `texts`. */
  sightTexts: TextEncoder;
  images: ImageEncoder;
  /** Undefined where texts are compared with the vectors of images. */
  people: PeopleVectors | undefined;
  signals: SignalReader;
}

interface LoadModelsOptions {
  settings: ProfileSettings;
  session: SessionSettings;
  /** Of the model that filled the index; empty for a new index and when it is unknown. */
  indexFingerprint: string;
  signal: AbortSignal;
  logger: Logger;
}

export interface LoadedModels {
  models: Models;
  /** What the profile finds, what it cannot do, and the one command that helps. */
  sentence: string;
}

/** Makes the profile's files available, loads them, and runs each model once so that no caller waits for the first run. */
export async function loadModels(options: LoadModelsOptions): Promise<LoadedModels> {
  const { settings, session, indexFingerprint, signal, logger } = options;
  const onProgress = sayingEachStep((step) => logger.info(step));
  const { profile, why, sentence } = await openProfile(settings, { indexFingerprint, signal, onProgress });
  logger.info({ profile: profile.id, fingerprint: profile.fingerprint, why }, sentence);
  const opened: { close(): Promise<void> }[] = [];
  const keep = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const model = await opening;
    opened.push(model);
    return model;
  };
  try {
    const texts = await keep(openTexts(profile.textEncoder, session));
    const sightTexts = await openSightTexts(
      profile,
      texts,
      (encoder) => keep(openTextEncoderInThread(encoder)),
      session,
    );
    const models = {
      profile,
      texts,
      sightTexts,
      people: profile.crossModal ? undefined : await peopleVectors(sightTexts),
      images: await keep(openImages(profile, session)),
      signals: await keep(Promise.resolve(openSignalReader(profile.faceDetector))),
    };
    await warmUp(models);
    return { models, sentence };
  } catch (error) {
    for (const model of opened) await model.close();
    throw error;
  }
}

export async function unloadModels({ texts, sightTexts, images, signals }: Models): Promise<void> {
  await texts.close();
  if (sightTexts !== texts) await sightTexts.close();
  await images.close();
  await signals.close();
}

/** A query has few tokens: threads that share its work wait for each other longer than they compute. */
function openTexts(encoder: TextEncoderModel, session: SessionSettings): Promise<TextEncoder> {
  return openTextEncoderInThread({ encoder, session: { ...session, threads: 1 } });
}

function openSightTexts(
  profile: ModelProfile,
  texts: TextEncoder,
  open: (encoder: EncoderInThread) => Promise<TextEncoder>,
  session: SessionSettings,
): Promise<TextEncoder> {
  if (profile.crossModal) return open({ tower: { files: profile.files, text: profile.text }, session });
  if (profile.sightEncoder.id === profile.textEncoder.id) return Promise.resolve(texts);
  return open({ encoder: profile.sightEncoder, session: { ...session, threads: 1 } });
}

async function peopleVectors(texts: TextEncoder): Promise<PeopleVectors> {
  const { one, two, many } = PEOPLE_TEXTS;
  const [ofOne, ofTwo, ofMany] = await texts.embed([one, two, many]);
  if (!ofOne || !ofTwo || !ofMany) throw new Error('The text encoder returned no vectors.');
  return { one: ofOne, two: ofTwo, many: ofMany };
}

function openImages(profile: ModelProfile, session: SessionSettings): Promise<ImageEncoder> {
  return profile.crossModal ? openImageTower(profile, session) : openLiteVision(profile.files, session);
}

/** @throws Error when a model's vectors are not as long as its profile says. */
async function warmUp({ profile, texts, sightTexts, images, signals }: Models): Promise<void> {
  const { image, caption, sight } = profile.dimensions;
  const [text] = await texts.embed(['warm']);
  requireLength('text encoder', text, caption);
  const [sightText] = await sightTexts.embed(['warm']);
  requireLength('text encoder of pixels', sightText, profile.crossModal ? image : sight);
  const grey = greyImage(CLOSE_LEVEL.edgePx);
  const [encoded] = await images.embed([await images.prepare(grey)]);
  requireLength('image encoder', encoded?.vector, image);
  const level = { pixels: grey.pixels, scoreMin: CLOSE_LEVEL.scoreMin };
  await signals.read({ size: grey, levels: [level], pixels: grey.pixels, indexed: grey.pixels });
}

function requireLength(what: string, vector: Float32Array | undefined, dimensions: number): void {
  if (vector?.length === dimensions) return;
  throw new Error(`The ${what} returns ${vector?.length ?? 0} numbers; its profile says ${dimensions}.`);
}

function greyImage(edgePx: number) {
  const size = { width: edgePx, height: edgePx };
  return { ...size, pixels: { ...size, data: new Uint8Array(3 * edgePx * edgePx).fill(128) } };
}
