// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from '../../../imagesearch/common/v1/Vector.js';

// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

export const _imagesearch_retrieval_v1_QueryVector_Target = {
  TARGET_UNSPECIFIED: 'TARGET_UNSPECIFIED',
  TARGET_IMAGE: 'TARGET_IMAGE',
  TARGET_CAPTION: 'TARGET_CAPTION',
  TARGET_SIGHT: 'TARGET_SIGHT',
} as const;

export type _imagesearch_retrieval_v1_QueryVector_TargetInput =
  | 'TARGET_UNSPECIFIED'
  | 0
  | 'TARGET_IMAGE'
  | 1
  | 'TARGET_CAPTION'
  | 2
  | 'TARGET_SIGHT'
  | 3

export type _imagesearch_retrieval_v1_QueryVector_Target = typeof _imagesearch_retrieval_v1_QueryVector_Target[keyof typeof _imagesearch_retrieval_v1_QueryVector_Target]

export interface QueryVectorInput {
  'name'?: (string);
  'target'?: (_imagesearch_retrieval_v1_QueryVector_TargetInput);
  'vector'?: (_imagesearch_common_v1_VectorInput | null);
  'weight'?: (number | string);
  '_weight'?: "weight";
}

export interface QueryVector {
  'name': (string);
  'target': (_imagesearch_retrieval_v1_QueryVector_Target);
  'vector': (_imagesearch_common_v1_Vector | null);
  'weight'?: (number);
  '_weight'?: "weight";
}
