import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { DimensionsInput as _imagesearch_common_v1_DimensionsInput, Dimensions as _imagesearch_common_v1_Dimensions } from './imagesearch/common/v1/Dimensions.js';
import type { FiltersInput as _imagesearch_common_v1_FiltersInput, Filters as _imagesearch_common_v1_Filters } from './imagesearch/common/v1/Filters.js';
import type { HyponymsInput as _imagesearch_common_v1_HyponymsInput, Hyponyms as _imagesearch_common_v1_Hyponyms } from './imagesearch/common/v1/Hyponyms.js';
import type { RightsInput as _imagesearch_common_v1_RightsInput, Rights as _imagesearch_common_v1_Rights } from './imagesearch/common/v1/Rights.js';
import type { ShownInput as _imagesearch_common_v1_ShownInput, Shown as _imagesearch_common_v1_Shown } from './imagesearch/common/v1/Shown.js';
import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from './imagesearch/common/v1/Signals.js';
import type { VectorInput as _imagesearch_common_v1_VectorInput, Vector as _imagesearch_common_v1_Vector } from './imagesearch/common/v1/Vector.js';
import type { DescribeLocalFeaturesRequestInput as _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, DescribeLocalFeaturesRequest as _imagesearch_embedding_v1_DescribeLocalFeaturesRequest } from './imagesearch/embedding/v1/DescribeLocalFeaturesRequest.js';
import type { DescribeLocalFeaturesResponseInput as _imagesearch_embedding_v1_DescribeLocalFeaturesResponseInput, DescribeLocalFeaturesResponse as _imagesearch_embedding_v1_DescribeLocalFeaturesResponse } from './imagesearch/embedding/v1/DescribeLocalFeaturesResponse.js';
import type { DescribeModelRequestInput as _imagesearch_embedding_v1_DescribeModelRequestInput, DescribeModelRequest as _imagesearch_embedding_v1_DescribeModelRequest } from './imagesearch/embedding/v1/DescribeModelRequest.js';
import type { DescribeModelResponseInput as _imagesearch_embedding_v1_DescribeModelResponseInput, DescribeModelResponse as _imagesearch_embedding_v1_DescribeModelResponse } from './imagesearch/embedding/v1/DescribeModelResponse.js';
import type { EmbedImageRequestInput as _imagesearch_embedding_v1_EmbedImageRequestInput, EmbedImageRequest as _imagesearch_embedding_v1_EmbedImageRequest } from './imagesearch/embedding/v1/EmbedImageRequest.js';
import type { EmbedImageResponseInput as _imagesearch_embedding_v1_EmbedImageResponseInput, EmbedImageResponse as _imagesearch_embedding_v1_EmbedImageResponse } from './imagesearch/embedding/v1/EmbedImageResponse.js';
import type { EmbedTextsRequestInput as _imagesearch_embedding_v1_EmbedTextsRequestInput, EmbedTextsRequest as _imagesearch_embedding_v1_EmbedTextsRequest } from './imagesearch/embedding/v1/EmbedTextsRequest.js';
import type { EmbedTextsResponseInput as _imagesearch_embedding_v1_EmbedTextsResponseInput, EmbedTextsResponse as _imagesearch_embedding_v1_EmbedTextsResponse } from './imagesearch/embedding/v1/EmbedTextsResponse.js';
import type { EmbeddingServiceClient as _imagesearch_embedding_v1_EmbeddingServiceClient, EmbeddingServiceDefinition as _imagesearch_embedding_v1_EmbeddingServiceDefinition } from './imagesearch/embedding/v1/EmbeddingService.js';
import type { LikenessInput as _imagesearch_embedding_v1_LikenessInput, Likeness as _imagesearch_embedding_v1_Likeness } from './imagesearch/embedding/v1/Likeness.js';
import type { PixelsInput as _imagesearch_embedding_v1_PixelsInput, Pixels as _imagesearch_embedding_v1_Pixels } from './imagesearch/embedding/v1/Pixels.js';
import type { ScoreCurveInput as _imagesearch_embedding_v1_ScoreCurveInput, ScoreCurve as _imagesearch_embedding_v1_ScoreCurve } from './imagesearch/embedding/v1/ScoreCurve.js';

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
    embedding: {
      v1: {
        DescribeLocalFeaturesRequest: MessageTypeDefinition<_imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, _imagesearch_embedding_v1_DescribeLocalFeaturesRequest>
        DescribeLocalFeaturesResponse: MessageTypeDefinition<_imagesearch_embedding_v1_DescribeLocalFeaturesResponseInput, _imagesearch_embedding_v1_DescribeLocalFeaturesResponse>
        DescribeModelRequest: MessageTypeDefinition<_imagesearch_embedding_v1_DescribeModelRequestInput, _imagesearch_embedding_v1_DescribeModelRequest>
        DescribeModelResponse: MessageTypeDefinition<_imagesearch_embedding_v1_DescribeModelResponseInput, _imagesearch_embedding_v1_DescribeModelResponse>
        EmbedImageRequest: MessageTypeDefinition<_imagesearch_embedding_v1_EmbedImageRequestInput, _imagesearch_embedding_v1_EmbedImageRequest>
        EmbedImageResponse: MessageTypeDefinition<_imagesearch_embedding_v1_EmbedImageResponseInput, _imagesearch_embedding_v1_EmbedImageResponse>
        EmbedTextsRequest: MessageTypeDefinition<_imagesearch_embedding_v1_EmbedTextsRequestInput, _imagesearch_embedding_v1_EmbedTextsRequest>
        EmbedTextsResponse: MessageTypeDefinition<_imagesearch_embedding_v1_EmbedTextsResponseInput, _imagesearch_embedding_v1_EmbedTextsResponse>
        EmbeddingService: SubtypeConstructor<typeof grpc.Client, _imagesearch_embedding_v1_EmbeddingServiceClient> & { service: _imagesearch_embedding_v1_EmbeddingServiceDefinition }
        Likeness: MessageTypeDefinition<_imagesearch_embedding_v1_LikenessInput, _imagesearch_embedding_v1_Likeness>
        Pixels: MessageTypeDefinition<_imagesearch_embedding_v1_PixelsInput, _imagesearch_embedding_v1_Pixels>
        ScoreCurve: MessageTypeDefinition<_imagesearch_embedding_v1_ScoreCurveInput, _imagesearch_embedding_v1_ScoreCurve>
      }
    }
  }
}

