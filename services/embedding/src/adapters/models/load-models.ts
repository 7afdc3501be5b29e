import { readFile } from 'node:fs/promises';
import { FACE_DETECTOR } from '@imagesearch/models/lite';
import { openProfile } from '@imagesearch/models/open-profile';
import type { ProfileSettings } from '@imagesearch/models/profile-settings';
import { sayingEachStep, type LiteFiles, type ModelProfile } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { z } from 'zod';
import {
  PEOPLE_TEXTS,
  type ImageEncoder,
  type PeopleVectors,
  type TextEncoder,
} from '../../domain/encoders.js';
import type { ClassWords } from '../../domain/class-words.js';
import { CLOSE_LEVEL } from '../../domain/faces.js';
import type { SignalReader } from '../../domain/signals/signals.js';
import { openImageEncoderInThread, openSignalReader, openTextEncoderInThread } from './model-threads.js';

export interface Models {
  profile: ModelProfile;
  /** Of captions and queries. */
  texts: TextEncoder;
  /** Of queries, to compare with pixels; often the same as `texts`. */
  sightTexts: TextEncoder;
  images: ImageEncoder;
  /** Undefined where texts are compared with the vectors of images. */
  people: PeopleVectors | undefined;
  /** Undefined as well. */
  classWords: ClassWords | undefined;
  signals: SignalReader;
}

interface LoadModelsOptions {
  settings: ProfileSettings;
  session: SessionSettings;
  /** Of the model that filled the index; empty for a new index and when it is unknown. */
  indexFingerprint: string;
  signal: AbortSignal;
  lifecycle: Lifecycle;
  logger: Logger;
}

/**
 * Makes the profile's files available, loads them, and runs each model once so that no caller waits for the first run.
 * @returns the models, and what the profile finds, what it cannot do, and the one command that helps.
 */
export async function loadModels(options: LoadModelsOptions): Promise<{ models: Models; sentence: string }> {
  const { settings, session, indexFingerprint, signal, lifecycle, logger } = options;
  const onProgress = sayingEachStep((step) => logger.info(step));
  const { profile, why, sentence } = await openProfile(settings, { indexFingerprint, signal, onProgress });
  logger.info({ profile: profile.id, fingerprint: profile.fingerprint, why }, sentence);
  const keep = async <T extends { close(): Promise<void> }>(opening: T | Promise<T>): Promise<T> => {
    const model = await opening;
    lifecycle.onClose('model', () => model.close());
    return model;
  };
  const { textEncoder, sightTexts: sightModel, crossModal } = profile;
  // A query has few tokens, and the vision of `lite` small layers: beside other models, a second thread mostly waits.
  const alone = { ...session, threads: 1 };
  const texts = await keep(openTextEncoderInThread({ model: textEncoder, session: alone }));
  const sightTexts =
    sightModel.files.model === textEncoder.files.model
      ? texts
      : await keep(openTextEncoderInThread({ model: sightModel, session: crossModal ? session : alone }));
  const models = {
    profile,
    texts,
    sightTexts,
    people: crossModal ? undefined : await peopleVectors(sightTexts),
    classWords: crossModal ? undefined : await readClassWords(profile.files),
    images: await keep(openImageEncoderInThread({ model: profile, session: crossModal ? session : alone })),
    signals: await keep(openSignalReader(FACE_DETECTOR)),
  };
  await warmUp(models);
  return { models, sentence };
}

async function peopleVectors(texts: TextEncoder): Promise<PeopleVectors> {
  const { one, two, many } = PEOPLE_TEXTS;
  const [ofOne, ofTwo, ofMany] = await texts.embed([one, two, many]);
  if (!ofOne || !ofTwo || !ofMany) throw new Error('The text encoder returned no vectors.');
  return { one: ofOne, two: ofTwo, many: ofMany };
}

const classWordsSchema = z.record(z.string(), z.array(z.string()));

async function readClassWords({ classWords }: LiteFiles): Promise<ClassWords> {
  return new Map(Object.entries(classWordsSchema.parse(JSON.parse(await readFile(classWords, 'utf8')))));
}

/** @throws Error when a model's vectors are not as long as its profile says. */
async function warmUp({ profile, texts, sightTexts, images, signals }: Models): Promise<void> {
  const [text] = await texts.embed(['warm']);
  requireLength('text encoder', text, profile.textEncoder.dimensions);
  const [sightText] = await sightTexts.embed(['warm']);
  requireLength('text encoder of pixels', sightText, profile.sightTexts.dimensions);
  const edge = CLOSE_LEVEL.edgePx;
  const pixels = { width: edge, height: edge, data: new Uint8Array(3 * edge * edge).fill(128) };
  const [encoded] = await images.embed([{ ...pixels, pixels }]);
  requireLength('image encoder', encoded?.vector, profile.dimensions.image);
  await signals.read({ ...pixels, pixels });
}

function requireLength(what: string, vector: Float32Array | undefined, dimensions: number): void {
  if (vector?.length === dimensions) return;
  throw new Error(`The ${what} returns ${vector?.length ?? 0} numbers; its profile says ${dimensions}.`);
}
