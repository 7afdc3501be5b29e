import { chooseProfile, type ProfileSettings } from '@imagesearch/models/choose-profile';
import { ensureReranker, isRerankerThere, pullCommand } from '@imagesearch/models/hub-profile';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import type { ProfileProgress } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { loadTokenizer, type TextTokenizer } from '@imagesearch/models/tokenizer';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import type { CrossEncoderModel } from '../domain/cross-encoder-model.js';
import { openCrossEncoderModel } from './cross-encoder-model.js';

export interface OpenScoringModelOptions {
  settings: ProfileSettings;
  session: SessionSettings;
  /** Of the model that filled the index; empty for a new index and when it is unknown. */
  indexFingerprint: string;
  onProgress: (progress: ProfileProgress) => void;
  signal: AbortSignal;
}

export type ScoringModel = { why: string } & (
  | { method: 'lexical'; vectors: WordVectors }
  | { method: 'cross_encoder'; model: CrossEncoderModel; tokenizer: TextTokenizer; tokensMax: number }
);

/**
 * Under `auto`, word vectors replace a cross-encoder that is not on disk.
 * @throws Error that names the download command.
 */
export async function openScoringModel(options: OpenScoringModelOptions): Promise<ScoringModel> {
  const { settings, session, indexFingerprint, onProgress, signal } = options;
  const { id, why, mayFetch } = await chooseProfile(settings, indexFingerprint);
  const lexical = async (reason: string): Promise<ScoringModel> => {
    const { files } = await ensureLiteProfile({ modelDir: settings.modelDir, onProgress, signal });
    return { method: 'lexical', vectors: await loadWordVectors(files.wordVectors), why: reason };
  };
  if (id === 'lite') return lexical(`profile lite: ${why}`);
  if (settings.profile === 'auto' && !mayFetch && !(await isRerankerThere(id, settings))) {
    return lexical(`the cross-encoder of ${id} is not on disk; download it with: ${pullCommand(id)}`);
  }
  const { files, padId, tokensMax, lowerCase } = await ensureReranker(id, {
    ...settings,
    mayFetch,
    onProgress,
    signal,
  });
  return {
    method: 'cross_encoder',
    tokenizer: await loadTokenizer(files.tokenizer, { lowerCase }),
    model: await openCrossEncoderModel(files.model, padId, session),
    tokensMax,
    why: `profile ${id}: ${why}`,
  };
}
