// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type { ScoreCurveInput as _imagesearch_embedding_v1_ScoreCurveInput, ScoreCurve as _imagesearch_embedding_v1_ScoreCurve } from '../../../imagesearch/embedding/v1/ScoreCurve.js';

export interface DescribeModelResponseInput {
  'profile'?: (string);
  'fingerprint'?: (string);
  'imageDimensions'?: (number);
  'textDimensions'?: (number);
  'crossModal'?: (boolean);
  'ready'?: (boolean);
  'detail'?: (string);
  'scoreCurves'?: ({[key: string]: _imagesearch_embedding_v1_ScoreCurveInput});
  'sentenceEncoder'?: (string);
  'sentenceDimensions'?: (number);
}

export interface DescribeModelResponse {
  'profile': (string);
  'fingerprint': (string);
  'imageDimensions': (number);
  'textDimensions': (number);
  'crossModal': (boolean);
  'ready': (boolean);
  'detail': (string);
  'scoreCurves': ({[key: string]: _imagesearch_embedding_v1_ScoreCurve});
  'sentenceEncoder': (string);
  'sentenceDimensions': (number);
}
