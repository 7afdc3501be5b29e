import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from './imagesearch/common/v1/Dimensions.js';
import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from './imagesearch/common/v1/Filters.js';
import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from './imagesearch/common/v1/Hyponyms.js';
import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from './imagesearch/common/v1/Rights.js';
import type { ShownInput as _imagesearch_common_v1_ShownInput, Shown as _imagesearch_common_v1_Shown } from './imagesearch/common/v1/Shown.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from './imagesearch/common/v1/Signals.js';
import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from './imagesearch/common/v1/Vector.js';
import type { DescribeRerankerRequestInput as _imagesearch_reranker_v1_DescribeRerankerRequestInput, DescribeRerankerRequest as _imagesearch_reranker_v1_DescribeRerankerRequest } from './imagesearch/reranker/v1/DescribeRerankerRequest.js';
import type { DescribeRerankerResponseInput as _imagesearch_reranker_v1_DescribeRerankerResponseInput, DescribeRerankerResponse as _imagesearch_reranker_v1_DescribeRerankerResponse } from './imagesearch/reranker/v1/DescribeRerankerResponse.js';
import type { RerankRequestInput as _imagesearch_reranker_v1_RerankRequestInput, RerankRequest as _imagesearch_reranker_v1_RerankRequest } from './imagesearch/reranker/v1/RerankRequest.js';
import type { RerankResponseInput as _imagesearch_reranker_v1_RerankResponseInput, RerankResponse as _imagesearch_reranker_v1_RerankResponse } from './imagesearch/reranker/v1/RerankResponse.js';
import type { RerankerServiceClient as _imagesearch_reranker_v1_RerankerServiceClient, RerankerServiceDefinition as _imagesearch_reranker_v1_RerankerServiceDefinition } from './imagesearch/reranker/v1/RerankerService.js';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  imagesearch: {
    common: {
      v1: {
        Dimensions: MessageTypeDefinition<_imagesearch_common_v1_DimensionsInput, _imagesearch_common_v1_Dimensions>
        Filters: MessageTypeDefinition<_imagesearch_common_v1_FiltersInput, _imagesearch_common_v1_Filters>
        Hyponyms: MessageTypeDefinition<_imagesearch_common_v1_HyponymsInput, _imagesearch_common_v1_Hyponyms>
        Rights: MessageTypeDefinition<_imagesearch_common_v1_RightsInput, _imagesearch_common_v1_Rights>
        Shown: MessageTypeDefinition<_imagesearch_common_v1_ShownInput, _imagesearch_common_v1_Shown>
        Signals: MessageTypeDefinition<_imagesearch_common_v1_SignalsInput, _imagesearch_common_v1_Signals>
        Vector: MessageTypeDefinition<_imagesearch_common_v1_VectorInput, _imagesearch_common_v1_Vector>
      }
    }
    reranker: {
      v1: {
        DescribeRerankerRequest: MessageTypeDefinition<_imagesearch_reranker_v1_DescribeRerankerRequestInput, _imagesearch_reranker_v1_DescribeRerankerRequest>
        DescribeRerankerResponse: MessageTypeDefinition<_imagesearch_reranker_v1_DescribeRerankerResponseInput, _imagesearch_reranker_v1_DescribeRerankerResponse>
        RerankRequest: MessageTypeDefinition<_imagesearch_reranker_v1_RerankRequestInput, _imagesearch_reranker_v1_RerankRequest>
        RerankResponse: MessageTypeDefinition<_imagesearch_reranker_v1_RerankResponseInput, _imagesearch_reranker_v1_RerankResponse>
        RerankerService: SubtypeConstructor<typeof grpc.Client, _imagesearch_reranker_v1_RerankerServiceClient> & { service: _imagesearch_reranker_v1_RerankerServiceDefinition }
      }
    }
  }
}

