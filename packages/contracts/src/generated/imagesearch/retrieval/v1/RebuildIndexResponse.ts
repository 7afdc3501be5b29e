// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type { Long } from '@grpc/proto-loader';

// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

export const _imagesearch_retrieval_v1_RebuildIndexResponse_Phase = {
  PHASE_UNSPECIFIED: 'PHASE_UNSPECIFIED',
  PHASE_COPY: 'PHASE_COPY',
  PHASE_INDEX: 'PHASE_INDEX',
  PHASE_PUBLISHED: 'PHASE_PUBLISHED',
} as const;

export type _imagesearch_retrieval_v1_RebuildIndexResponse_PhaseInput =
  | 'PHASE_UNSPECIFIED'
  | 0
  | 'PHASE_COPY'
  | 1
  | 'PHASE_INDEX'
  | 2
  | 'PHASE_PUBLISHED'
  | 3

export type _imagesearch_retrieval_v1_RebuildIndexResponse_Phase = typeof _imagesearch_retrieval_v1_RebuildIndexResponse_Phase[keyof typeof _imagesearch_retrieval_v1_RebuildIndexResponse_Phase]

export interface RebuildIndexResponseInput {
  'phase'?: (_imagesearch_retrieval_v1_RebuildIndexResponse_PhaseInput);
  'done'?: (number | string | Long);
  'total'?: (number | string | Long);
}

export interface RebuildIndexResponse {
  'phase': (_imagesearch_retrieval_v1_RebuildIndexResponse_Phase);
  'done': (number);
  'total': (number);
}
