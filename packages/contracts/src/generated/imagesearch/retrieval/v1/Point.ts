// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from '../../../imagesearch/common/v1/Vector.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from '../../../imagesearch/common/v1/Signals.js';
import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from '../../../imagesearch/common/v1/Rights.js';

export interface PointInput {
  'assetId'?: (string);
  'contentVersion'?: (string);
  'image'?: (_imagesearch_common_v1_VectorInput | null);
  'caption'?: (_imagesearch_common_v1_VectorInput | null);
  'title'?: (string);
  'tags'?: (string)[];
  'description'?: (string);
  'source'?: (string);
  'aiGenerated'?: (boolean);
  'signals'?: (_imagesearch_common_v1_SignalsInput | null);
  'rights'?: (_imagesearch_common_v1_RightsInput | null);
  'sight'?: (_imagesearch_common_v1_VectorInput | null);
  'localFeatures'?: (string);
  'created'?: (string);
  'humanMade'?: (boolean);
  'sensitive'?: (boolean);
  'creator'?: (string);
  'keepsVectors'?: (boolean);
  'usable'?: (string)[];
  '_created'?: "created";
  '_humanMade'?: "humanMade";
  '_creator'?: "creator";
}

export interface Point {
  'assetId': (string);
  'contentVersion': (string);
  'image': (_imagesearch_common_v1_Vector | null);
  'caption': (_imagesearch_common_v1_Vector | null);
  'title': (string);
  'tags': (string)[];
  'description': (string);
  'source': (string);
  'aiGenerated': (boolean);
  'signals': (_imagesearch_common_v1_Signals | null);
  'rights': (_imagesearch_common_v1_Rights | null);
  'sight': (_imagesearch_common_v1_Vector | null);
  'localFeatures': (string);
  'created'?: (string);
  'humanMade'?: (boolean);
  'sensitive': (boolean);
  'creator'?: (string);
  'keepsVectors': (boolean);
  'usable': (string)[];
  '_created'?: "created";
  '_humanMade'?: "humanMade";
  '_creator'?: "creator";
}
