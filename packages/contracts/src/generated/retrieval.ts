import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from './imagesearch/common/v1/Dimensions.js';
import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from './imagesearch/common/v1/Filters.js';
import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from './imagesearch/common/v1/Hyponyms.js';
import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from './imagesearch/common/v1/Rights.js';
import type { ShownInput as _imagesearch_common_v1_ShownInput, Shown as _imagesearch_common_v1_Shown } from './imagesearch/common/v1/Shown.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from './imagesearch/common/v1/Signals.js';
import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from './imagesearch/common/v1/Vector.js';
import type { AbandonRebuildRequestInput as _imagesearch_retrieval_v1_AbandonRebuildRequestInput, AbandonRebuildRequest as _imagesearch_retrieval_v1_AbandonRebuildRequest } from './imagesearch/retrieval/v1/AbandonRebuildRequest.js';
import type { AbandonRebuildResponseInput as _imagesearch_retrieval_v1_AbandonRebuildResponseInput, AbandonRebuildResponse as _imagesearch_retrieval_v1_AbandonRebuildResponse } from './imagesearch/retrieval/v1/AbandonRebuildResponse.js';
import type { CandidateInput as _imagesearch_retrieval_v1_CandidateInput, Candidate as _imagesearch_retrieval_v1_Candidate } from './imagesearch/retrieval/v1/Candidate.js';
import type { CheckSpellingRequestInput as _imagesearch_retrieval_v1_CheckSpellingRequestInput, CheckSpellingRequest as _imagesearch_retrieval_v1_CheckSpellingRequest } from './imagesearch/retrieval/v1/CheckSpellingRequest.js';
import type { CheckSpellingResponseInput as _imagesearch_retrieval_v1_CheckSpellingResponseInput, CheckSpellingResponse as _imagesearch_retrieval_v1_CheckSpellingResponse } from './imagesearch/retrieval/v1/CheckSpellingResponse.js';
import type { CorrectionInput as _imagesearch_retrieval_v1_CorrectionInput, Correction as _imagesearch_retrieval_v1_Correction } from './imagesearch/retrieval/v1/Correction.js';
import type { DeletePointsRequestInput as _imagesearch_retrieval_v1_DeletePointsRequestInput, DeletePointsRequest as _imagesearch_retrieval_v1_DeletePointsRequest } from './imagesearch/retrieval/v1/DeletePointsRequest.js';
import type { DeletePointsResponseInput as _imagesearch_retrieval_v1_DeletePointsResponseInput, DeletePointsResponse as _imagesearch_retrieval_v1_DeletePointsResponse } from './imagesearch/retrieval/v1/DeletePointsResponse.js';
import type { DescribeIndexRequestInput as _imagesearch_retrieval_v1_DescribeIndexRequestInput, DescribeIndexRequest as _imagesearch_retrieval_v1_DescribeIndexRequest } from './imagesearch/retrieval/v1/DescribeIndexRequest.js';
import type { DescribeIndexResponseInput as _imagesearch_retrieval_v1_DescribeIndexResponseInput, DescribeIndexResponse as _imagesearch_retrieval_v1_DescribeIndexResponse } from './imagesearch/retrieval/v1/DescribeIndexResponse.js';
import type { GetPointVersionsRequestInput as _imagesearch_retrieval_v1_GetPointVersionsRequestInput, GetPointVersionsRequest as _imagesearch_retrieval_v1_GetPointVersionsRequest } from './imagesearch/retrieval/v1/GetPointVersionsRequest.js';
import type { GetPointVersionsResponseInput as _imagesearch_retrieval_v1_GetPointVersionsResponseInput, GetPointVersionsResponse as _imagesearch_retrieval_v1_GetPointVersionsResponse } from './imagesearch/retrieval/v1/GetPointVersionsResponse.js';
import type { ListPointVersionsRequestInput as _imagesearch_retrieval_v1_ListPointVersionsRequestInput, ListPointVersionsRequest as _imagesearch_retrieval_v1_ListPointVersionsRequest } from './imagesearch/retrieval/v1/ListPointVersionsRequest.js';
import type { ListPointVersionsResponseInput as _imagesearch_retrieval_v1_ListPointVersionsResponseInput, ListPointVersionsResponse as _imagesearch_retrieval_v1_ListPointVersionsResponse } from './imagesearch/retrieval/v1/ListPointVersionsResponse.js';
import type { OptimizeIndexRequestInput as _imagesearch_retrieval_v1_OptimizeIndexRequestInput, OptimizeIndexRequest as _imagesearch_retrieval_v1_OptimizeIndexRequest } from './imagesearch/retrieval/v1/OptimizeIndexRequest.js';
import type { OptimizeIndexResponseInput as _imagesearch_retrieval_v1_OptimizeIndexResponseInput, OptimizeIndexResponse as _imagesearch_retrieval_v1_OptimizeIndexResponse } from './imagesearch/retrieval/v1/OptimizeIndexResponse.js';
import type { PlaceInput as _imagesearch_retrieval_v1_PlaceInput, Place as _imagesearch_retrieval_v1_Place } from './imagesearch/retrieval/v1/Place.js';
import type { PointInput as _imagesearch_retrieval_v1_PointInput, Point as _imagesearch_retrieval_v1_Point } from './imagesearch/retrieval/v1/Point.js';
import type { PublishRebuildRequestInput as _imagesearch_retrieval_v1_PublishRebuildRequestInput, PublishRebuildRequest as _imagesearch_retrieval_v1_PublishRebuildRequest } from './imagesearch/retrieval/v1/PublishRebuildRequest.js';
import type { PublishRebuildResponseInput as _imagesearch_retrieval_v1_PublishRebuildResponseInput, PublishRebuildResponse as _imagesearch_retrieval_v1_PublishRebuildResponse } from './imagesearch/retrieval/v1/PublishRebuildResponse.js';
import type { QueryVectorInput as _imagesearch_retrieval_v1_QueryVectorInput, QueryVector as _imagesearch_retrieval_v1_QueryVector } from './imagesearch/retrieval/v1/QueryVector.js';
import type { RebuildInput as _imagesearch_retrieval_v1_RebuildInput, Rebuild as _imagesearch_retrieval_v1_Rebuild } from './imagesearch/retrieval/v1/Rebuild.js';
import type { RetrievalServiceClient as _imagesearch_retrieval_v1_RetrievalServiceClient, RetrievalServiceDefinition as _imagesearch_retrieval_v1_RetrievalServiceDefinition } from './imagesearch/retrieval/v1/RetrievalService.js';
import type { SameImageInput as _imagesearch_retrieval_v1_SameImageInput, SameImage as _imagesearch_retrieval_v1_SameImage } from './imagesearch/retrieval/v1/SameImage.js';
import type { SearchPointsRequestInput as _imagesearch_retrieval_v1_SearchPointsRequestInput, SearchPointsRequest as _imagesearch_retrieval_v1_SearchPointsRequest } from './imagesearch/retrieval/v1/SearchPointsRequest.js';
import type { SearchPointsResponseInput as _imagesearch_retrieval_v1_SearchPointsResponseInput, SearchPointsResponse as _imagesearch_retrieval_v1_SearchPointsResponse } from './imagesearch/retrieval/v1/SearchPointsResponse.js';
import type { StartRebuildRequestInput as _imagesearch_retrieval_v1_StartRebuildRequestInput, StartRebuildRequest as _imagesearch_retrieval_v1_StartRebuildRequest } from './imagesearch/retrieval/v1/StartRebuildRequest.js';
import type { StartRebuildResponseInput as _imagesearch_retrieval_v1_StartRebuildResponseInput, StartRebuildResponse as _imagesearch_retrieval_v1_StartRebuildResponse } from './imagesearch/retrieval/v1/StartRebuildResponse.js';
import type { TranslationInput as _imagesearch_retrieval_v1_TranslationInput, Translation as _imagesearch_retrieval_v1_Translation } from './imagesearch/retrieval/v1/Translation.js';
import type { UpsertPointsRequestInput as _imagesearch_retrieval_v1_UpsertPointsRequestInput, UpsertPointsRequest as _imagesearch_retrieval_v1_UpsertPointsRequest } from './imagesearch/retrieval/v1/UpsertPointsRequest.js';
import type { UpsertPointsResponseInput as _imagesearch_retrieval_v1_UpsertPointsResponseInput, UpsertPointsResponse as _imagesearch_retrieval_v1_UpsertPointsResponse } from './imagesearch/retrieval/v1/UpsertPointsResponse.js';
import type { ValueCountInput as _imagesearch_retrieval_v1_ValueCountInput, ValueCount as _imagesearch_retrieval_v1_ValueCount } from './imagesearch/retrieval/v1/ValueCount.js';
import type { ValueCountsInput as _imagesearch_retrieval_v1_ValueCountsInput, ValueCounts as _imagesearch_retrieval_v1_ValueCounts } from './imagesearch/retrieval/v1/ValueCounts.js';

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
    retrieval: {
      v1: {
        AbandonRebuildRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_AbandonRebuildRequestInput, _imagesearch_retrieval_v1_AbandonRebuildRequest>
        AbandonRebuildResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_AbandonRebuildResponseInput, _imagesearch_retrieval_v1_AbandonRebuildResponse>
        Candidate: MessageTypeDefinition<_imagesearch_retrieval_v1_CandidateInput, _imagesearch_retrieval_v1_Candidate>
        CheckSpellingRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_CheckSpellingRequestInput, _imagesearch_retrieval_v1_CheckSpellingRequest>
        CheckSpellingResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_CheckSpellingResponseInput, _imagesearch_retrieval_v1_CheckSpellingResponse>
        Correction: MessageTypeDefinition<_imagesearch_retrieval_v1_CorrectionInput, _imagesearch_retrieval_v1_Correction>
        DeletePointsRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_DeletePointsRequestInput, _imagesearch_retrieval_v1_DeletePointsRequest>
        DeletePointsResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_DeletePointsResponseInput, _imagesearch_retrieval_v1_DeletePointsResponse>
        DescribeIndexRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_DescribeIndexRequestInput, _imagesearch_retrieval_v1_DescribeIndexRequest>
        DescribeIndexResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_DescribeIndexResponseInput, _imagesearch_retrieval_v1_DescribeIndexResponse>
        GetPointVersionsRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_GetPointVersionsRequestInput, _imagesearch_retrieval_v1_GetPointVersionsRequest>
        GetPointVersionsResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_GetPointVersionsResponseInput, _imagesearch_retrieval_v1_GetPointVersionsResponse>
        ListPointVersionsRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_ListPointVersionsRequestInput, _imagesearch_retrieval_v1_ListPointVersionsRequest>
        ListPointVersionsResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_ListPointVersionsResponseInput, _imagesearch_retrieval_v1_ListPointVersionsResponse>
        OptimizeIndexRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_OptimizeIndexRequestInput, _imagesearch_retrieval_v1_OptimizeIndexRequest>
        OptimizeIndexResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_OptimizeIndexResponseInput, _imagesearch_retrieval_v1_OptimizeIndexResponse>
        Place: MessageTypeDefinition<_imagesearch_retrieval_v1_PlaceInput, _imagesearch_retrieval_v1_Place>
        Point: MessageTypeDefinition<_imagesearch_retrieval_v1_PointInput, _imagesearch_retrieval_v1_Point>
        PublishRebuildRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_PublishRebuildRequestInput, _imagesearch_retrieval_v1_PublishRebuildRequest>
        PublishRebuildResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_PublishRebuildResponseInput, _imagesearch_retrieval_v1_PublishRebuildResponse>
        QueryVector: MessageTypeDefinition<_imagesearch_retrieval_v1_QueryVectorInput, _imagesearch_retrieval_v1_QueryVector>
        Rebuild: MessageTypeDefinition<_imagesearch_retrieval_v1_RebuildInput, _imagesearch_retrieval_v1_Rebuild>
        RetrievalService: SubtypeConstructor<typeof grpc.Client, _imagesearch_retrieval_v1_RetrievalServiceClient> & { service: _imagesearch_retrieval_v1_RetrievalServiceDefinition }
        SameImage: MessageTypeDefinition<_imagesearch_retrieval_v1_SameImageInput, _imagesearch_retrieval_v1_SameImage>
        SearchPointsRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_SearchPointsRequestInput, _imagesearch_retrieval_v1_SearchPointsRequest>
        SearchPointsResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_SearchPointsResponseInput, _imagesearch_retrieval_v1_SearchPointsResponse>
        StartRebuildRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_StartRebuildRequestInput, _imagesearch_retrieval_v1_StartRebuildRequest>
        StartRebuildResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_StartRebuildResponseInput, _imagesearch_retrieval_v1_StartRebuildResponse>
        Translation: MessageTypeDefinition<_imagesearch_retrieval_v1_TranslationInput, _imagesearch_retrieval_v1_Translation>
        UpsertPointsRequest: MessageTypeDefinition<_imagesearch_retrieval_v1_UpsertPointsRequestInput, _imagesearch_retrieval_v1_UpsertPointsRequest>
        UpsertPointsResponse: MessageTypeDefinition<_imagesearch_retrieval_v1_UpsertPointsResponseInput, _imagesearch_retrieval_v1_UpsertPointsResponse>
        ValueCount: MessageTypeDefinition<_imagesearch_retrieval_v1_ValueCountInput, _imagesearch_retrieval_v1_ValueCount>
        ValueCounts: MessageTypeDefinition<_imagesearch_retrieval_v1_ValueCountsInput, _imagesearch_retrieval_v1_ValueCounts>
      }
    }
  }
}

