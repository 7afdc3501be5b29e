// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { TextsInput as _imagesearch_retrieval_v1_TextsInput, Texts as _imagesearch_retrieval_v1_Texts } from '../../../imagesearch/retrieval/v1/Texts.js';

export interface CandidateInput {
  'assetId'?: (string);
  'score'?: (number | string);
  'duplicates'?: (string)[];
  'ranks'?: ({[key: string]: number});
  'foundAs'?: (string);
  'similarities'?: ({[key: string]: number | string});
  'sameImage'?: (boolean);
  'texts'?: (_imagesearch_retrieval_v1_TextsInput | null);
  'containsImage'?: (boolean);
}

export interface Candidate {
  'assetId': (string);
  'score': (number);
  'duplicates': (string)[];
  'ranks': ({[key: string]: number});
  'foundAs': (string);
  'similarities': ({[key: string]: number});
  'sameImage': (boolean);
  'texts': (_imagesearch_retrieval_v1_Texts | null);
  'containsImage': (boolean);
}
