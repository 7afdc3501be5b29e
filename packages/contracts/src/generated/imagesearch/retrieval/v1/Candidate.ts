// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { TextsInput as _imagesearch_common_v1_TextsInput, Texts as _imagesearch_common_v1_Texts } from '../../../imagesearch/common/v1/Texts.js';

export interface CandidateInput {
  'assetId'?: (string);
  'score'?: (number | string);
  'duplicates'?: (string)[];
  'ranks'?: ({[key: string]: number});
  'similarities'?: ({[key: string]: number | string});
  'sameImage'?: (boolean);
  'containsImage'?: (boolean);
  'texts'?: (_imagesearch_common_v1_TextsInput | null);
  'paletteCloseness'?: (number | string);
  'unmet'?: (string)[];
  '_paletteCloseness'?: "paletteCloseness";
}

export interface Candidate {
  'assetId': (string);
  'score': (number);
  'duplicates': (string)[];
  'ranks': ({[key: string]: number});
  'similarities': ({[key: string]: number});
  'sameImage': (boolean);
  'containsImage': (boolean);
  'texts': (_imagesearch_common_v1_Texts | null);
  'paletteCloseness'?: (number);
  'unmet': (string)[];
  '_paletteCloseness'?: "paletteCloseness";
}
