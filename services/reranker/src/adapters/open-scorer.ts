import { chooseProfile, type ProfileSettings } from '@imagesearch/models/choose-profile';
import { ensureReranker, isRerankerThere, pullCommand } from '@imagesearch/models/hub-profile';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import type { ProfileProgress } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { openCrossEncoder, type CrossEncoderLimits } from './cross-encoder.js';
import type { Scorer } from '../domain/scorer.js';
import { openLexicalScorer } from './lexical.js';

export interface OpenJudgeOptions extends CrossEncoderLimits {
  settings: ProfileSettings;
  session: SessionSettings;
  /** Of the model that filled the index; empty for a new one, and when nobody knows. */
  indexFingerprint: string;
  cachedTextsMax: number;
  onProgress: (progress: ProfileProgress) => void;
  signal: AbortSignal;
}

export interface OpenedScorer {
  scorer: Scorer;
  /** Why this one, for the log. */
  why: string;
}

/**
 * The cross-encoder of the profile that runs, or the lexical judge where that profile is `lite`. Under `auto` a
 * cross-encoder that is not there and may not be downloaded is done without.
 * @throws Error with the command that brings the files of a profile that is named.
 */
export async function openScorer(options: OpenJudgeOptions): Promise<OpenedScorer> {
  const { settings, session, indexFingerprint, cachedTextsMax, onProgress, signal } = options;
  const { id, why, mayFetch } = await chooseProfile(settings, indexFingerprint);
  const lexical = async (reason: string): Promise<OpenedScorer> => {
    const { files } = await ensureLiteProfile({ modelDir: settings.modelDir, onProgress, signal });
    return { scorer: await openLexicalScorer(files.wordVectors, cachedTextsMax), why: reason };
  };
  if (id === 'lite') return lexical(`profile lite: ${why}`);
  if (settings.profile === 'auto' && !mayFetch && !(await isRerankerThere(id, settings))) {
    return lexical(`the cross-encoder of ${id} is not on disk; this brings it: ${pullCommand(id)}`);
  }
  const model = await ensureReranker(id, { ...settings, mayFetch, onProgress, signal });
  return { scorer: await openCrossEncoder(model, session, options), why: `profile ${id}: ${why}` };
}
