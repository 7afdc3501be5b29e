// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from '../../../imagesearch/common/v1/Dimensions.js';
import type { ScoreCurveInput as _imagesearch_embedding_v1_ScoreCurveInput, ScoreCurve as _imagesearch_embedding_v1_ScoreCurve } from '../../../imagesearch/embedding/v1/ScoreCurve.js';

export interface DescribeModelResponseInput {
  'profile'?: (string);
  'fingerprint'?: (string);
  'dimensions'?: (_imagesearch_common_v1_DimensionsInput | null);
  'crossModal'?: (boolean);
  'detail'?: (string);
  'scoreCurves'?: ({[key: string]: _imagesearch_embedding_v1_ScoreCurveInput});
  'textEncoder'?: (string);
}

export interface DescribeModelResponse {
  'profile': (string);
  'fingerprint': (string);
  'dimensions': (_imagesearch_common_v1_Dimensions | null);
  'crossModal': (boolean);
  'detail': (string);
  'scoreCurves': ({[key: string]: _imagesearch_embedding_v1_ScoreCurve});
  'textEncoder': (string);
}
