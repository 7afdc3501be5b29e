/** The wire's message types: `X` as it arrives, `XInput` as it may be sent. */
export type { Dimensions, DimensionsInput } from './generated/imagesearch/common/v1/Dimensions.js';
export type { Filters, FiltersInput } from './generated/imagesearch/common/v1/Filters.js';
export type { Rights, RightsInput } from './generated/imagesearch/common/v1/Rights.js';
export type { Signals, SignalsInput } from './generated/imagesearch/common/v1/Signals.js';
export type { Vector, VectorInput } from './generated/imagesearch/common/v1/Vector.js';
export type {
  DescribeModelRequest,
  DescribeModelRequestInput,
} from './generated/imagesearch/embedding/v1/DescribeModelRequest.js';
export type {
  DescribeModelResponse,
  DescribeModelResponseInput,
} from './generated/imagesearch/embedding/v1/DescribeModelResponse.js';
export type {
  DescribeLocalFeaturesRequest,
  DescribeLocalFeaturesRequestInput,
} from './generated/imagesearch/embedding/v1/DescribeLocalFeaturesRequest.js';
export type {
  DescribeLocalFeaturesResponse,
  DescribeLocalFeaturesResponseInput,
} from './generated/imagesearch/embedding/v1/DescribeLocalFeaturesResponse.js';
export type {
  EmbedImageRequest,
  EmbedImageRequestInput,
} from './generated/imagesearch/embedding/v1/EmbedImageRequest.js';
export type {
  EmbedImageResponse,
  EmbedImageResponseInput,
} from './generated/imagesearch/embedding/v1/EmbedImageResponse.js';
export type {
  EmbedTextsRequest,
  EmbedTextsRequestInput,
} from './generated/imagesearch/embedding/v1/EmbedTextsRequest.js';
export type {
  EmbedTextsResponse,
  EmbedTextsResponseInput,
} from './generated/imagesearch/embedding/v1/EmbedTextsResponse.js';
export type { EmbeddingServiceHandlers } from './generated/imagesearch/embedding/v1/EmbeddingService.js';
export type {
  DescribeRerankerRequest,
  DescribeRerankerRequestInput,
} from './generated/imagesearch/reranker/v1/DescribeRerankerRequest.js';
export type {
  DescribeRerankerResponse,
  DescribeRerankerResponseInput,
} from './generated/imagesearch/reranker/v1/DescribeRerankerResponse.js';
export type { RerankRequest, RerankRequestInput } from './generated/imagesearch/reranker/v1/RerankRequest.js';
export type {
  RerankResponse,
  RerankResponseInput,
} from './generated/imagesearch/reranker/v1/RerankResponse.js';
export type { RerankerServiceHandlers } from './generated/imagesearch/reranker/v1/RerankerService.js';
export type { Candidate, CandidateInput } from './generated/imagesearch/retrieval/v1/Candidate.js';
export type {
  DeletePointsRequest,
  DeletePointsRequestInput,
} from './generated/imagesearch/retrieval/v1/DeletePointsRequest.js';
export type {
  DeletePointsResponse,
  DeletePointsResponseInput,
} from './generated/imagesearch/retrieval/v1/DeletePointsResponse.js';
export type {
  DescribeIndexRequest,
  DescribeIndexRequestInput,
} from './generated/imagesearch/retrieval/v1/DescribeIndexRequest.js';
export type {
  DescribeIndexResponse,
  DescribeIndexResponseInput,
} from './generated/imagesearch/retrieval/v1/DescribeIndexResponse.js';
export type {
  FindSimilarPointsRequest,
  FindSimilarPointsRequestInput,
} from './generated/imagesearch/retrieval/v1/FindSimilarPointsRequest.js';
export type {
  FindSimilarPointsResponse,
  FindSimilarPointsResponseInput,
} from './generated/imagesearch/retrieval/v1/FindSimilarPointsResponse.js';
export type {
  GetPointVersionsRequest,
  GetPointVersionsRequestInput,
} from './generated/imagesearch/retrieval/v1/GetPointVersionsRequest.js';
export type {
  GetPointVersionsResponse,
  GetPointVersionsResponseInput,
} from './generated/imagesearch/retrieval/v1/GetPointVersionsResponse.js';
export type {
  OptimizeIndexRequest,
  OptimizeIndexRequestInput,
} from './generated/imagesearch/retrieval/v1/OptimizeIndexRequest.js';
export type {
  OptimizeIndexResponse,
  OptimizeIndexResponseInput,
} from './generated/imagesearch/retrieval/v1/OptimizeIndexResponse.js';
export type { Point, PointInput } from './generated/imagesearch/retrieval/v1/Point.js';
export type {
  AbandonRebuildRequest,
  AbandonRebuildRequestInput,
} from './generated/imagesearch/retrieval/v1/AbandonRebuildRequest.js';
export type {
  AbandonRebuildResponse,
  AbandonRebuildResponseInput,
} from './generated/imagesearch/retrieval/v1/AbandonRebuildResponse.js';
export type {
  CheckSpellingRequest,
  CheckSpellingRequestInput,
} from './generated/imagesearch/retrieval/v1/CheckSpellingRequest.js';
export type {
  CheckSpellingResponse,
  CheckSpellingResponseInput,
} from './generated/imagesearch/retrieval/v1/CheckSpellingResponse.js';
export type { QueryVector, QueryVectorInput } from './generated/imagesearch/retrieval/v1/QueryVector.js';
export type {
  PublishRebuildRequest,
  PublishRebuildRequestInput,
} from './generated/imagesearch/retrieval/v1/PublishRebuildRequest.js';
export type {
  PublishRebuildResponse,
  PublishRebuildResponseInput,
} from './generated/imagesearch/retrieval/v1/PublishRebuildResponse.js';
export type {
  RebuildIndexResponse,
  RebuildIndexResponseInput,
} from './generated/imagesearch/retrieval/v1/RebuildIndexResponse.js';
export type {
  StartRebuildRequest,
  StartRebuildRequestInput,
} from './generated/imagesearch/retrieval/v1/StartRebuildRequest.js';
export type {
  StartRebuildResponse,
  StartRebuildResponseInput,
} from './generated/imagesearch/retrieval/v1/StartRebuildResponse.js';
export type { RetrievalServiceHandlers } from './generated/imagesearch/retrieval/v1/RetrievalService.js';
export type {
  SearchPointsRequest,
  SearchPointsRequestInput,
} from './generated/imagesearch/retrieval/v1/SearchPointsRequest.js';
export type {
  SearchPointsResponse,
  SearchPointsResponseInput,
} from './generated/imagesearch/retrieval/v1/SearchPointsResponse.js';
export type {
  UpsertPointsRequest,
  UpsertPointsRequestInput,
} from './generated/imagesearch/retrieval/v1/UpsertPointsRequest.js';
export type {
  UpsertPointsResponse,
  UpsertPointsResponseInput,
} from './generated/imagesearch/retrieval/v1/UpsertPointsResponse.js';
export type { Asset, AssetInput } from './generated/imagesearch/rights/v1/Asset.js';
export type { AssetMetadata, AssetMetadataInput } from './generated/imagesearch/rights/v1/AssetMetadata.js';
export type {
  CountAssetsRequest,
  CountAssetsRequestInput,
} from './generated/imagesearch/rights/v1/CountAssetsRequest.js';
export type {
  CountAssetsResponse,
  CountAssetsResponseInput,
} from './generated/imagesearch/rights/v1/CountAssetsResponse.js';
export type {
  CreateDownloadRequest,
  CreateDownloadRequestInput,
} from './generated/imagesearch/rights/v1/CreateDownloadRequest.js';
export type {
  CreateDownloadResponse,
  CreateDownloadResponseInput,
} from './generated/imagesearch/rights/v1/CreateDownloadResponse.js';
export type {
  DownloadHeader,
  DownloadHeaderInput,
} from './generated/imagesearch/rights/v1/DownloadHeader.js';
export type {
  GetAssetsRequest,
  GetAssetsRequestInput,
} from './generated/imagesearch/rights/v1/GetAssetsRequest.js';
export type {
  GetAssetsResponse,
  GetAssetsResponseInput,
} from './generated/imagesearch/rights/v1/GetAssetsResponse.js';
export type {
  PutAssetRequest,
  PutAssetRequestInput,
} from './generated/imagesearch/rights/v1/PutAssetRequest.js';
export type {
  PutAssetResponse,
  PutAssetResponseInput,
} from './generated/imagesearch/rights/v1/PutAssetResponse.js';
export type {
  ReadDownloadRequest,
  ReadDownloadRequestInput,
} from './generated/imagesearch/rights/v1/ReadDownloadRequest.js';
export type {
  ReadDownloadResponse,
  ReadDownloadResponseInput,
} from './generated/imagesearch/rights/v1/ReadDownloadResponse.js';
export type {
  ResolveLicenseRequest,
  ResolveLicenseRequestInput,
} from './generated/imagesearch/rights/v1/ResolveLicenseRequest.js';
export type {
  ResolveLicenseResponse,
  ResolveLicenseResponseInput,
} from './generated/imagesearch/rights/v1/ResolveLicenseResponse.js';
export type { RightsServiceHandlers } from './generated/imagesearch/rights/v1/RightsService.js';
export type { Variant } from './generated/imagesearch/rights/v1/Variant.js';
export type { AssetState } from './generated/imagesearch/rights/v1/AssetState.js';
export type {
  WithdrawAssetRequest,
  WithdrawAssetRequestInput,
} from './generated/imagesearch/rights/v1/WithdrawAssetRequest.js';
export type {
  WithdrawAssetResponse,
  WithdrawAssetResponseInput,
} from './generated/imagesearch/rights/v1/WithdrawAssetResponse.js';
export type {
  RestoreAssetRequest,
  RestoreAssetRequestInput,
} from './generated/imagesearch/rights/v1/RestoreAssetRequest.js';
export type {
  RestoreAssetResponse,
  RestoreAssetResponseInput,
} from './generated/imagesearch/rights/v1/RestoreAssetResponse.js';
export type {
  ListAssetsRequest,
  ListAssetsRequestInput,
} from './generated/imagesearch/rights/v1/ListAssetsRequest.js';
export type {
  ListAssetsResponse,
  ListAssetsResponseInput,
} from './generated/imagesearch/rights/v1/ListAssetsResponse.js';
export type {
  DeleteAssetsRequest,
  DeleteAssetsRequestInput,
} from './generated/imagesearch/rights/v1/DeleteAssetsRequest.js';
export type {
  DeleteAssetsResponse,
  DeleteAssetsResponseInput,
} from './generated/imagesearch/rights/v1/DeleteAssetsResponse.js';
export type {
  ClaimSourceRequest,
  ClaimSourceRequestInput,
} from './generated/imagesearch/rights/v1/ClaimSourceRequest.js';
export type {
  ClaimSourceResponse,
  ClaimSourceResponseInput,
} from './generated/imagesearch/rights/v1/ClaimSourceResponse.js';
export type {
  ListSourcesResponse,
  ListSourcesResponseInput,
} from './generated/imagesearch/rights/v1/ListSourcesResponse.js';
export type {
  ReleaseSourceRequest,
  ReleaseSourceRequestInput,
} from './generated/imagesearch/rights/v1/ReleaseSourceRequest.js';
export type {
  ReleaseSourceResponse,
  ReleaseSourceResponseInput,
} from './generated/imagesearch/rights/v1/ReleaseSourceResponse.js';
export type { SourceOrigin, SourceOriginInput } from './generated/imagesearch/rights/v1/SourceOrigin.js';
export type {
  ListAssetEventsRequest,
  ListAssetEventsRequestInput,
} from './generated/imagesearch/rights/v1/ListAssetEventsRequest.js';
export type {
  ListAssetEventsResponse,
  ListAssetEventsResponseInput,
} from './generated/imagesearch/rights/v1/ListAssetEventsResponse.js';
export type { Likeness, LikenessInput } from './generated/imagesearch/embedding/v1/Likeness.js';
export type { SameImage, SameImageInput } from './generated/imagesearch/retrieval/v1/SameImage.js';
