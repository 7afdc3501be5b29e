// Generated from protos/imagesearch/retrieval/v1/retrieval.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AbandonRebuildRequestInput as _imagesearch_retrieval_v1_AbandonRebuildRequestInput, AbandonRebuildRequest as _imagesearch_retrieval_v1_AbandonRebuildRequest } from '../../../imagesearch/retrieval/v1/AbandonRebuildRequest.js';
import type { AbandonRebuildResponseInput as _imagesearch_retrieval_v1_AbandonRebuildResponseInput, AbandonRebuildResponse as _imagesearch_retrieval_v1_AbandonRebuildResponse } from '../../../imagesearch/retrieval/v1/AbandonRebuildResponse.js';
import type { CheckSpellingRequestInput as _imagesearch_retrieval_v1_CheckSpellingRequestInput, CheckSpellingRequest as _imagesearch_retrieval_v1_CheckSpellingRequest } from '../../../imagesearch/retrieval/v1/CheckSpellingRequest.js';
import type { CheckSpellingResponseInput as _imagesearch_retrieval_v1_CheckSpellingResponseInput, CheckSpellingResponse as _imagesearch_retrieval_v1_CheckSpellingResponse } from '../../../imagesearch/retrieval/v1/CheckSpellingResponse.js';
import type { DeletePointsRequestInput as _imagesearch_retrieval_v1_DeletePointsRequestInput, DeletePointsRequest as _imagesearch_retrieval_v1_DeletePointsRequest } from '../../../imagesearch/retrieval/v1/DeletePointsRequest.js';
import type { DeletePointsResponseInput as _imagesearch_retrieval_v1_DeletePointsResponseInput, DeletePointsResponse as _imagesearch_retrieval_v1_DeletePointsResponse } from '../../../imagesearch/retrieval/v1/DeletePointsResponse.js';
import type { DescribeIndexRequestInput as _imagesearch_retrieval_v1_DescribeIndexRequestInput, DescribeIndexRequest as _imagesearch_retrieval_v1_DescribeIndexRequest } from '../../../imagesearch/retrieval/v1/DescribeIndexRequest.js';
import type { DescribeIndexResponseInput as _imagesearch_retrieval_v1_DescribeIndexResponseInput, DescribeIndexResponse as _imagesearch_retrieval_v1_DescribeIndexResponse } from '../../../imagesearch/retrieval/v1/DescribeIndexResponse.js';
import type { GetPointVersionsRequestInput as _imagesearch_retrieval_v1_GetPointVersionsRequestInput, GetPointVersionsRequest as _imagesearch_retrieval_v1_GetPointVersionsRequest } from '../../../imagesearch/retrieval/v1/GetPointVersionsRequest.js';
import type { GetPointVersionsResponseInput as _imagesearch_retrieval_v1_GetPointVersionsResponseInput, GetPointVersionsResponse as _imagesearch_retrieval_v1_GetPointVersionsResponse } from '../../../imagesearch/retrieval/v1/GetPointVersionsResponse.js';
import type { ListPointVersionsRequestInput as _imagesearch_retrieval_v1_ListPointVersionsRequestInput, ListPointVersionsRequest as _imagesearch_retrieval_v1_ListPointVersionsRequest } from '../../../imagesearch/retrieval/v1/ListPointVersionsRequest.js';
import type { ListPointVersionsResponseInput as _imagesearch_retrieval_v1_ListPointVersionsResponseInput, ListPointVersionsResponse as _imagesearch_retrieval_v1_ListPointVersionsResponse } from '../../../imagesearch/retrieval/v1/ListPointVersionsResponse.js';
import type { OptimizeIndexRequestInput as _imagesearch_retrieval_v1_OptimizeIndexRequestInput, OptimizeIndexRequest as _imagesearch_retrieval_v1_OptimizeIndexRequest } from '../../../imagesearch/retrieval/v1/OptimizeIndexRequest.js';
import type { OptimizeIndexResponseInput as _imagesearch_retrieval_v1_OptimizeIndexResponseInput, OptimizeIndexResponse as _imagesearch_retrieval_v1_OptimizeIndexResponse } from '../../../imagesearch/retrieval/v1/OptimizeIndexResponse.js';
import type { PublishRebuildRequestInput as _imagesearch_retrieval_v1_PublishRebuildRequestInput, PublishRebuildRequest as _imagesearch_retrieval_v1_PublishRebuildRequest } from '../../../imagesearch/retrieval/v1/PublishRebuildRequest.js';
import type { PublishRebuildResponseInput as _imagesearch_retrieval_v1_PublishRebuildResponseInput, PublishRebuildResponse as _imagesearch_retrieval_v1_PublishRebuildResponse } from '../../../imagesearch/retrieval/v1/PublishRebuildResponse.js';
import type { SearchPointsRequestInput as _imagesearch_retrieval_v1_SearchPointsRequestInput, SearchPointsRequest as _imagesearch_retrieval_v1_SearchPointsRequest } from '../../../imagesearch/retrieval/v1/SearchPointsRequest.js';
import type { SearchPointsResponseInput as _imagesearch_retrieval_v1_SearchPointsResponseInput, SearchPointsResponse as _imagesearch_retrieval_v1_SearchPointsResponse } from '../../../imagesearch/retrieval/v1/SearchPointsResponse.js';
import type { StartRebuildRequestInput as _imagesearch_retrieval_v1_StartRebuildRequestInput, StartRebuildRequest as _imagesearch_retrieval_v1_StartRebuildRequest } from '../../../imagesearch/retrieval/v1/StartRebuildRequest.js';
import type { StartRebuildResponseInput as _imagesearch_retrieval_v1_StartRebuildResponseInput, StartRebuildResponse as _imagesearch_retrieval_v1_StartRebuildResponse } from '../../../imagesearch/retrieval/v1/StartRebuildResponse.js';
import type { UpsertPointsRequestInput as _imagesearch_retrieval_v1_UpsertPointsRequestInput, UpsertPointsRequest as _imagesearch_retrieval_v1_UpsertPointsRequest } from '../../../imagesearch/retrieval/v1/UpsertPointsRequest.js';
import type { UpsertPointsResponseInput as _imagesearch_retrieval_v1_UpsertPointsResponseInput, UpsertPointsResponse as _imagesearch_retrieval_v1_UpsertPointsResponse } from '../../../imagesearch/retrieval/v1/UpsertPointsResponse.js';

export interface RetrievalServiceClient extends grpc.Client {
  AbandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  AbandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  AbandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  AbandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  abandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  abandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  abandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  abandonRebuild(argument: _imagesearch_retrieval_v1_AbandonRebuildRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_AbandonRebuildResponse>): grpc.ClientUnaryCall;
  
  CheckSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  CheckSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  CheckSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  CheckSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  checkSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  checkSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  checkSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  checkSpelling(argument: _imagesearch_retrieval_v1_CheckSpellingRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_CheckSpellingResponse>): grpc.ClientUnaryCall;
  
  DeletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  DeletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  DeletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  DeletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  deletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  deletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  deletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  deletePoints(argument: _imagesearch_retrieval_v1_DeletePointsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DeletePointsResponse>): grpc.ClientUnaryCall;
  
  DescribeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  DescribeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  DescribeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  DescribeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  describeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  describeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  describeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  describeIndex(argument: _imagesearch_retrieval_v1_DescribeIndexRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_DescribeIndexResponse>): grpc.ClientUnaryCall;
  
  GetPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  GetPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  GetPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  GetPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  getPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  getPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  getPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  getPointVersions(argument: _imagesearch_retrieval_v1_GetPointVersionsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_GetPointVersionsResponse>): grpc.ClientUnaryCall;
  
  ListPointVersions(argument: _imagesearch_retrieval_v1_ListPointVersionsRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_retrieval_v1_ListPointVersionsResponse>;
  ListPointVersions(argument: _imagesearch_retrieval_v1_ListPointVersionsRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_retrieval_v1_ListPointVersionsResponse>;
  listPointVersions(argument: _imagesearch_retrieval_v1_ListPointVersionsRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_retrieval_v1_ListPointVersionsResponse>;
  listPointVersions(argument: _imagesearch_retrieval_v1_ListPointVersionsRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_retrieval_v1_ListPointVersionsResponse>;
  
  OptimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  OptimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  OptimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  OptimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  optimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  optimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  optimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  optimizeIndex(argument: _imagesearch_retrieval_v1_OptimizeIndexRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_OptimizeIndexResponse>): grpc.ClientUnaryCall;
  
  PublishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  PublishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  PublishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  PublishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  publishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  publishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  publishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  publishRebuild(argument: _imagesearch_retrieval_v1_PublishRebuildRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_PublishRebuildResponse>): grpc.ClientUnaryCall;
  
  SearchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  SearchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  SearchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  SearchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  searchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  searchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  searchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  searchPoints(argument: _imagesearch_retrieval_v1_SearchPointsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_SearchPointsResponse>): grpc.ClientUnaryCall;
  
  StartRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  StartRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  StartRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  StartRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  startRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  startRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  startRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  startRebuild(argument: _imagesearch_retrieval_v1_StartRebuildRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_StartRebuildResponse>): grpc.ClientUnaryCall;
  
  UpsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  UpsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  UpsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  UpsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  upsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  upsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  upsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  upsertPoints(argument: _imagesearch_retrieval_v1_UpsertPointsRequestInput, callback: grpc.requestCallback<_imagesearch_retrieval_v1_UpsertPointsResponse>): grpc.ClientUnaryCall;
  
}

export interface RetrievalServiceHandlers extends grpc.UntypedServiceImplementation {
  AbandonRebuild: grpc.handleUnaryCall<_imagesearch_retrieval_v1_AbandonRebuildRequest, _imagesearch_retrieval_v1_AbandonRebuildResponseInput>;
  
  CheckSpelling: grpc.handleUnaryCall<_imagesearch_retrieval_v1_CheckSpellingRequest, _imagesearch_retrieval_v1_CheckSpellingResponseInput>;
  
  DeletePoints: grpc.handleUnaryCall<_imagesearch_retrieval_v1_DeletePointsRequest, _imagesearch_retrieval_v1_DeletePointsResponseInput>;
  
  DescribeIndex: grpc.handleUnaryCall<_imagesearch_retrieval_v1_DescribeIndexRequest, _imagesearch_retrieval_v1_DescribeIndexResponseInput>;
  
  GetPointVersions: grpc.handleUnaryCall<_imagesearch_retrieval_v1_GetPointVersionsRequest, _imagesearch_retrieval_v1_GetPointVersionsResponseInput>;
  
  ListPointVersions: grpc.handleServerStreamingCall<_imagesearch_retrieval_v1_ListPointVersionsRequest, _imagesearch_retrieval_v1_ListPointVersionsResponseInput>;
  
  OptimizeIndex: grpc.handleUnaryCall<_imagesearch_retrieval_v1_OptimizeIndexRequest, _imagesearch_retrieval_v1_OptimizeIndexResponseInput>;
  
  PublishRebuild: grpc.handleUnaryCall<_imagesearch_retrieval_v1_PublishRebuildRequest, _imagesearch_retrieval_v1_PublishRebuildResponseInput>;
  
  SearchPoints: grpc.handleUnaryCall<_imagesearch_retrieval_v1_SearchPointsRequest, _imagesearch_retrieval_v1_SearchPointsResponseInput>;
  
  StartRebuild: grpc.handleUnaryCall<_imagesearch_retrieval_v1_StartRebuildRequest, _imagesearch_retrieval_v1_StartRebuildResponseInput>;
  
  UpsertPoints: grpc.handleUnaryCall<_imagesearch_retrieval_v1_UpsertPointsRequest, _imagesearch_retrieval_v1_UpsertPointsResponseInput>;
  
}

export interface RetrievalServiceDefinition extends grpc.ServiceDefinition {
  AbandonRebuild: MethodDefinition<_imagesearch_retrieval_v1_AbandonRebuildRequestInput, _imagesearch_retrieval_v1_AbandonRebuildResponseInput, _imagesearch_retrieval_v1_AbandonRebuildRequest, _imagesearch_retrieval_v1_AbandonRebuildResponse>
  CheckSpelling: MethodDefinition<_imagesearch_retrieval_v1_CheckSpellingRequestInput, _imagesearch_retrieval_v1_CheckSpellingResponseInput, _imagesearch_retrieval_v1_CheckSpellingRequest, _imagesearch_retrieval_v1_CheckSpellingResponse>
  DeletePoints: MethodDefinition<_imagesearch_retrieval_v1_DeletePointsRequestInput, _imagesearch_retrieval_v1_DeletePointsResponseInput, _imagesearch_retrieval_v1_DeletePointsRequest, _imagesearch_retrieval_v1_DeletePointsResponse>
  DescribeIndex: MethodDefinition<_imagesearch_retrieval_v1_DescribeIndexRequestInput, _imagesearch_retrieval_v1_DescribeIndexResponseInput, _imagesearch_retrieval_v1_DescribeIndexRequest, _imagesearch_retrieval_v1_DescribeIndexResponse>
  GetPointVersions: MethodDefinition<_imagesearch_retrieval_v1_GetPointVersionsRequestInput, _imagesearch_retrieval_v1_GetPointVersionsResponseInput, _imagesearch_retrieval_v1_GetPointVersionsRequest, _imagesearch_retrieval_v1_GetPointVersionsResponse>
  ListPointVersions: MethodDefinition<_imagesearch_retrieval_v1_ListPointVersionsRequestInput, _imagesearch_retrieval_v1_ListPointVersionsResponseInput, _imagesearch_retrieval_v1_ListPointVersionsRequest, _imagesearch_retrieval_v1_ListPointVersionsResponse>
  OptimizeIndex: MethodDefinition<_imagesearch_retrieval_v1_OptimizeIndexRequestInput, _imagesearch_retrieval_v1_OptimizeIndexResponseInput, _imagesearch_retrieval_v1_OptimizeIndexRequest, _imagesearch_retrieval_v1_OptimizeIndexResponse>
  PublishRebuild: MethodDefinition<_imagesearch_retrieval_v1_PublishRebuildRequestInput, _imagesearch_retrieval_v1_PublishRebuildResponseInput, _imagesearch_retrieval_v1_PublishRebuildRequest, _imagesearch_retrieval_v1_PublishRebuildResponse>
  SearchPoints: MethodDefinition<_imagesearch_retrieval_v1_SearchPointsRequestInput, _imagesearch_retrieval_v1_SearchPointsResponseInput, _imagesearch_retrieval_v1_SearchPointsRequest, _imagesearch_retrieval_v1_SearchPointsResponse>
  StartRebuild: MethodDefinition<_imagesearch_retrieval_v1_StartRebuildRequestInput, _imagesearch_retrieval_v1_StartRebuildResponseInput, _imagesearch_retrieval_v1_StartRebuildRequest, _imagesearch_retrieval_v1_StartRebuildResponse>
  UpsertPoints: MethodDefinition<_imagesearch_retrieval_v1_UpsertPointsRequestInput, _imagesearch_retrieval_v1_UpsertPointsResponseInput, _imagesearch_retrieval_v1_UpsertPointsRequest, _imagesearch_retrieval_v1_UpsertPointsResponse>
}
