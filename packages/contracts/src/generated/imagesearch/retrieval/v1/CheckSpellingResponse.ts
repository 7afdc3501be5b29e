// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { CorrectionInput as _imagesearch_retrieval_v1_CorrectionInput, Correction as _imagesearch_retrieval_v1_Correction } from '../../../imagesearch/retrieval/v1/Correction.js';
import type { TranslationInput as _imagesearch_retrieval_v1_TranslationInput, Translation as _imagesearch_retrieval_v1_Translation } from '../../../imagesearch/retrieval/v1/Translation.js';

export interface CheckSpellingResponseInput {
  'words'?: (string);
  'corrections'?: (_imagesearch_retrieval_v1_CorrectionInput)[];
  'unmatched'?: (string)[];
  'didYouMean'?: (string);
  'translations'?: (_imagesearch_retrieval_v1_TranslationInput)[];
}

export interface CheckSpellingResponse {
  'words': (string);
  'corrections': (_imagesearch_retrieval_v1_Correction)[];
  'unmatched': (string)[];
  'didYouMean': (string);
  'translations': (_imagesearch_retrieval_v1_Translation)[];
}
