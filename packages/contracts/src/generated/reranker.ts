import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DescribeRerankerRequestInput as _imagesearch_reranker_v1_DescribeRerankerRequestInput, DescribeRerankerRequest as _imagesearch_reranker_v1_DescribeRerankerRequest } from './imagesearch/reranker/v1/DescribeRerankerRequest.js';
import type { DescribeRerankerResponseInput as _imagesearch_reranker_v1_DescribeRerankerResponseInput, DescribeRerankerResponse as _imagesearch_reranker_v1_DescribeRerankerResponse } from './imagesearch/reranker/v1/DescribeRerankerResponse.js';
import type { RerankCandidateInput as _imagesearch_reranker_v1_RerankCandidateInput, RerankCandidate as _imagesearch_reranker_v1_RerankCandidate } from './imagesearch/reranker/v1/RerankCandidate.js';
import type { RerankRequestInput as _imagesearch_reranker_v1_RerankRequestInput, RerankRequest as _imagesearch_reranker_v1_RerankRequest } from './imagesearch/reranker/v1/RerankRequest.js';
import type { RerankResponseInput as _imagesearch_reranker_v1_RerankResponseInput, RerankResponse as _imagesearch_reranker_v1_RerankResponse } from './imagesearch/reranker/v1/RerankResponse.js';
import type { RerankerServiceClient as _imagesearch_reranker_v1_RerankerServiceClient, RerankerServiceDefinition as _imagesearch_reranker_v1_RerankerServiceDefinition } from './imagesearch/reranker/v1/RerankerService.js';
import type { WordKindsInput as _imagesearch_reranker_v1_WordKindsInput, WordKinds as _imagesearch_reranker_v1_WordKinds } from './imagesearch/reranker/v1/WordKinds.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  imagesearch: {
    reranker: {
      v1: {
        DescribeRerankerRequest: MessageTypeDefinition<_imagesearch_reranker_v1_DescribeRerankerRequestInput, _imagesearch_reranker_v1_DescribeRerankerRequest>
        DescribeRerankerResponse: MessageTypeDefinition<_imagesearch_reranker_v1_DescribeRerankerResponseInput, _imagesearch_reranker_v1_DescribeRerankerResponse>
        RerankCandidate: MessageTypeDefinition<_imagesearch_reranker_v1_RerankCandidateInput, _imagesearch_reranker_v1_RerankCandidate>
        RerankRequest: MessageTypeDefinition<_imagesearch_reranker_v1_RerankRequestInput, _imagesearch_reranker_v1_RerankRequest>
        RerankResponse: MessageTypeDefinition<_imagesearch_reranker_v1_RerankResponseInput, _imagesearch_reranker_v1_RerankResponse>
        RerankerService: SubtypeConstructor<typeof grpc.Client, _imagesearch_reranker_v1_RerankerServiceClient> & { service: _imagesearch_reranker_v1_RerankerServiceDefinition }
        WordKinds: MessageTypeDefinition<_imagesearch_reranker_v1_WordKindsInput, _imagesearch_reranker_v1_WordKinds>
      }
    }
  }
}

