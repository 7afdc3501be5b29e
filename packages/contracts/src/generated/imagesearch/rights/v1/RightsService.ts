// Generated from protos/imagesearch/rights/v1/rights.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChangeAssetStateRequestInput as _imagesearch_rights_v1_ChangeAssetStateRequestInput, ChangeAssetStateRequest as _imagesearch_rights_v1_ChangeAssetStateRequest } from '../../../imagesearch/rights/v1/ChangeAssetStateRequest.js';
import type { ChangeAssetStateResponseInput as _imagesearch_rights_v1_ChangeAssetStateResponseInput, ChangeAssetStateResponse as _imagesearch_rights_v1_ChangeAssetStateResponse } from '../../../imagesearch/rights/v1/ChangeAssetStateResponse.js';
import type { ClaimSourceRequestInput as _imagesearch_rights_v1_ClaimSourceRequestInput, ClaimSourceRequest as _imagesearch_rights_v1_ClaimSourceRequest } from '../../../imagesearch/rights/v1/ClaimSourceRequest.js';
import type { ClaimSourceResponseInput as _imagesearch_rights_v1_ClaimSourceResponseInput, ClaimSourceResponse as _imagesearch_rights_v1_ClaimSourceResponse } from '../../../imagesearch/rights/v1/ClaimSourceResponse.js';
import type { CountAssetsRequestInput as _imagesearch_rights_v1_CountAssetsRequestInput, CountAssetsRequest as _imagesearch_rights_v1_CountAssetsRequest } from '../../../imagesearch/rights/v1/CountAssetsRequest.js';
import type { CountAssetsResponseInput as _imagesearch_rights_v1_CountAssetsResponseInput, CountAssetsResponse as _imagesearch_rights_v1_CountAssetsResponse } from '../../../imagesearch/rights/v1/CountAssetsResponse.js';
import type { CreateDownloadRequestInput as _imagesearch_rights_v1_CreateDownloadRequestInput, CreateDownloadRequest as _imagesearch_rights_v1_CreateDownloadRequest } from '../../../imagesearch/rights/v1/CreateDownloadRequest.js';
import type { CreateDownloadResponseInput as _imagesearch_rights_v1_CreateDownloadResponseInput, CreateDownloadResponse as _imagesearch_rights_v1_CreateDownloadResponse } from '../../../imagesearch/rights/v1/CreateDownloadResponse.js';
import type { DeleteAssetsRequestInput as _imagesearch_rights_v1_DeleteAssetsRequestInput, DeleteAssetsRequest as _imagesearch_rights_v1_DeleteAssetsRequest } from '../../../imagesearch/rights/v1/DeleteAssetsRequest.js';
import type { DeleteAssetsResponseInput as _imagesearch_rights_v1_DeleteAssetsResponseInput, DeleteAssetsResponse as _imagesearch_rights_v1_DeleteAssetsResponse } from '../../../imagesearch/rights/v1/DeleteAssetsResponse.js';
import type { GetAssetVersionsRequestInput as _imagesearch_rights_v1_GetAssetVersionsRequestInput, GetAssetVersionsRequest as _imagesearch_rights_v1_GetAssetVersionsRequest } from '../../../imagesearch/rights/v1/GetAssetVersionsRequest.js';
import type { GetAssetVersionsResponseInput as _imagesearch_rights_v1_GetAssetVersionsResponseInput, GetAssetVersionsResponse as _imagesearch_rights_v1_GetAssetVersionsResponse } from '../../../imagesearch/rights/v1/GetAssetVersionsResponse.js';
import type { GetAssetsRequestInput as _imagesearch_rights_v1_GetAssetsRequestInput, GetAssetsRequest as _imagesearch_rights_v1_GetAssetsRequest } from '../../../imagesearch/rights/v1/GetAssetsRequest.js';
import type { GetAssetsResponseInput as _imagesearch_rights_v1_GetAssetsResponseInput, GetAssetsResponse as _imagesearch_rights_v1_GetAssetsResponse } from '../../../imagesearch/rights/v1/GetAssetsResponse.js';
import type { ListAssetEventsRequestInput as _imagesearch_rights_v1_ListAssetEventsRequestInput, ListAssetEventsRequest as _imagesearch_rights_v1_ListAssetEventsRequest } from '../../../imagesearch/rights/v1/ListAssetEventsRequest.js';
import type { ListAssetEventsResponseInput as _imagesearch_rights_v1_ListAssetEventsResponseInput, ListAssetEventsResponse as _imagesearch_rights_v1_ListAssetEventsResponse } from '../../../imagesearch/rights/v1/ListAssetEventsResponse.js';
import type { ListAssetsRequestInput as _imagesearch_rights_v1_ListAssetsRequestInput, ListAssetsRequest as _imagesearch_rights_v1_ListAssetsRequest } from '../../../imagesearch/rights/v1/ListAssetsRequest.js';
import type { ListAssetsResponseInput as _imagesearch_rights_v1_ListAssetsResponseInput, ListAssetsResponse as _imagesearch_rights_v1_ListAssetsResponse } from '../../../imagesearch/rights/v1/ListAssetsResponse.js';
import type { ListSourcesRequestInput as _imagesearch_rights_v1_ListSourcesRequestInput, ListSourcesRequest as _imagesearch_rights_v1_ListSourcesRequest } from '../../../imagesearch/rights/v1/ListSourcesRequest.js';
import type { ListSourcesResponseInput as _imagesearch_rights_v1_ListSourcesResponseInput, ListSourcesResponse as _imagesearch_rights_v1_ListSourcesResponse } from '../../../imagesearch/rights/v1/ListSourcesResponse.js';
import type { ListStalePointsRequestInput as _imagesearch_rights_v1_ListStalePointsRequestInput, ListStalePointsRequest as _imagesearch_rights_v1_ListStalePointsRequest } from '../../../imagesearch/rights/v1/ListStalePointsRequest.js';
import type { ListStalePointsResponseInput as _imagesearch_rights_v1_ListStalePointsResponseInput, ListStalePointsResponse as _imagesearch_rights_v1_ListStalePointsResponse } from '../../../imagesearch/rights/v1/ListStalePointsResponse.js';
import type { MarkStalePointsRequestInput as _imagesearch_rights_v1_MarkStalePointsRequestInput, MarkStalePointsRequest as _imagesearch_rights_v1_MarkStalePointsRequest } from '../../../imagesearch/rights/v1/MarkStalePointsRequest.js';
import type { MarkStalePointsResponseInput as _imagesearch_rights_v1_MarkStalePointsResponseInput, MarkStalePointsResponse as _imagesearch_rights_v1_MarkStalePointsResponse } from '../../../imagesearch/rights/v1/MarkStalePointsResponse.js';
import type { NoteStalePointsRequestInput as _imagesearch_rights_v1_NoteStalePointsRequestInput, NoteStalePointsRequest as _imagesearch_rights_v1_NoteStalePointsRequest } from '../../../imagesearch/rights/v1/NoteStalePointsRequest.js';
import type { NoteStalePointsResponseInput as _imagesearch_rights_v1_NoteStalePointsResponseInput, NoteStalePointsResponse as _imagesearch_rights_v1_NoteStalePointsResponse } from '../../../imagesearch/rights/v1/NoteStalePointsResponse.js';
import type { PutAssetRequestInput as _imagesearch_rights_v1_PutAssetRequestInput, PutAssetRequest as _imagesearch_rights_v1_PutAssetRequest } from '../../../imagesearch/rights/v1/PutAssetRequest.js';
import type { PutAssetResponseInput as _imagesearch_rights_v1_PutAssetResponseInput, PutAssetResponse as _imagesearch_rights_v1_PutAssetResponse } from '../../../imagesearch/rights/v1/PutAssetResponse.js';
import type { ReadDownloadRequestInput as _imagesearch_rights_v1_ReadDownloadRequestInput, ReadDownloadRequest as _imagesearch_rights_v1_ReadDownloadRequest } from '../../../imagesearch/rights/v1/ReadDownloadRequest.js';
import type { ReadDownloadResponseInput as _imagesearch_rights_v1_ReadDownloadResponseInput, ReadDownloadResponse as _imagesearch_rights_v1_ReadDownloadResponse } from '../../../imagesearch/rights/v1/ReadDownloadResponse.js';
import type { ReleaseSourceRequestInput as _imagesearch_rights_v1_ReleaseSourceRequestInput, ReleaseSourceRequest as _imagesearch_rights_v1_ReleaseSourceRequest } from '../../../imagesearch/rights/v1/ReleaseSourceRequest.js';
import type { ReleaseSourceResponseInput as _imagesearch_rights_v1_ReleaseSourceResponseInput, ReleaseSourceResponse as _imagesearch_rights_v1_ReleaseSourceResponse } from '../../../imagesearch/rights/v1/ReleaseSourceResponse.js';
import type { ResolveLicenseRequestInput as _imagesearch_rights_v1_ResolveLicenseRequestInput, ResolveLicenseRequest as _imagesearch_rights_v1_ResolveLicenseRequest } from '../../../imagesearch/rights/v1/ResolveLicenseRequest.js';
import type { ResolveLicenseResponseInput as _imagesearch_rights_v1_ResolveLicenseResponseInput, ResolveLicenseResponse as _imagesearch_rights_v1_ResolveLicenseResponse } from '../../../imagesearch/rights/v1/ResolveLicenseResponse.js';

export interface RightsServiceClient extends grpc.Client {
  ChangeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  ChangeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  ChangeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  ChangeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  changeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  changeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  changeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  changeAssetState(argument: _imagesearch_rights_v1_ChangeAssetStateRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ChangeAssetStateResponse>): grpc.ClientUnaryCall;
  
  ClaimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  ClaimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  ClaimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  ClaimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  claimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  claimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  claimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  claimSource(argument: _imagesearch_rights_v1_ClaimSourceRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ClaimSourceResponse>): grpc.ClientUnaryCall;
  
  CountAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  CountAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  CountAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  CountAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  countAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  countAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  countAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  countAssets(argument: _imagesearch_rights_v1_CountAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_CountAssetsResponse>): grpc.ClientUnaryCall;
  
  CreateDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  CreateDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  CreateDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  CreateDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  createDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  createDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  createDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  createDownload(argument: _imagesearch_rights_v1_CreateDownloadRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_CreateDownloadResponse>): grpc.ClientUnaryCall;
  
  DeleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  DeleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  DeleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  DeleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  deleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  deleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  deleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  deleteAssets(argument: _imagesearch_rights_v1_DeleteAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_DeleteAssetsResponse>): grpc.ClientUnaryCall;
  
  GetAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  GetAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  GetAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  GetAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  getAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  getAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  getAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  getAssetVersions(argument: _imagesearch_rights_v1_GetAssetVersionsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetVersionsResponse>): grpc.ClientUnaryCall;
  
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  
  ListAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  ListAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  ListAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  ListAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  listAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  listAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  listAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  listAssetEvents(argument: _imagesearch_rights_v1_ListAssetEventsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetEventsResponse>): grpc.ClientUnaryCall;
  
  ListAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  ListAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  ListAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  ListAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  listAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  listAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  listAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  listAssets(argument: _imagesearch_rights_v1_ListAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListAssetsResponse>): grpc.ClientUnaryCall;
  
  ListSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  ListSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  ListSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  ListSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  listSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  listSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  listSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  listSources(argument: _imagesearch_rights_v1_ListSourcesRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListSourcesResponse>): grpc.ClientUnaryCall;
  
  ListStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  ListStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  ListStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  ListStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  listStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  listStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  listStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  listStalePoints(argument: _imagesearch_rights_v1_ListStalePointsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ListStalePointsResponse>): grpc.ClientUnaryCall;
  
  MarkStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  MarkStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  MarkStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  MarkStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  markStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  markStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  markStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  markStalePoints(argument: _imagesearch_rights_v1_MarkStalePointsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_MarkStalePointsResponse>): grpc.ClientUnaryCall;
  
  NoteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  NoteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  NoteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  NoteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  noteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  noteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  noteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  noteStalePoints(argument: _imagesearch_rights_v1_NoteStalePointsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_NoteStalePointsResponse>): grpc.ClientUnaryCall;
  
  PutAsset(metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  PutAsset(metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  PutAsset(options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  PutAsset(callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  putAsset(metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  putAsset(metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  putAsset(options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  putAsset(callback: grpc.requestCallback<_imagesearch_rights_v1_PutAssetResponse>): grpc.ClientWritableStream<_imagesearch_rights_v1_PutAssetRequestInput>;
  
  ReadDownload(argument: _imagesearch_rights_v1_ReadDownloadRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_rights_v1_ReadDownloadResponse>;
  ReadDownload(argument: _imagesearch_rights_v1_ReadDownloadRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_rights_v1_ReadDownloadResponse>;
  readDownload(argument: _imagesearch_rights_v1_ReadDownloadRequestInput, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_rights_v1_ReadDownloadResponse>;
  readDownload(argument: _imagesearch_rights_v1_ReadDownloadRequestInput, options?: grpc.CallOptions): grpc.ClientReadableStream<_imagesearch_rights_v1_ReadDownloadResponse>;
  
  ReleaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  ReleaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  ReleaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  ReleaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  releaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  releaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  releaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  releaseSource(argument: _imagesearch_rights_v1_ReleaseSourceRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ReleaseSourceResponse>): grpc.ClientUnaryCall;
  
  ResolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  ResolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  ResolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  ResolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  resolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  resolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  resolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  resolveLicense(argument: _imagesearch_rights_v1_ResolveLicenseRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_ResolveLicenseResponse>): grpc.ClientUnaryCall;
  
}

export interface RightsServiceHandlers extends grpc.UntypedServiceImplementation {
  ChangeAssetState: grpc.handleUnaryCall<_imagesearch_rights_v1_ChangeAssetStateRequest, _imagesearch_rights_v1_ChangeAssetStateResponseInput>;
  
  ClaimSource: grpc.handleUnaryCall<_imagesearch_rights_v1_ClaimSourceRequest, _imagesearch_rights_v1_ClaimSourceResponseInput>;
  
  CountAssets: grpc.handleUnaryCall<_imagesearch_rights_v1_CountAssetsRequest, _imagesearch_rights_v1_CountAssetsResponseInput>;
  
  CreateDownload: grpc.handleUnaryCall<_imagesearch_rights_v1_CreateDownloadRequest, _imagesearch_rights_v1_CreateDownloadResponseInput>;
  
  DeleteAssets: grpc.handleUnaryCall<_imagesearch_rights_v1_DeleteAssetsRequest, _imagesearch_rights_v1_DeleteAssetsResponseInput>;
  
  GetAssetVersions: grpc.handleUnaryCall<_imagesearch_rights_v1_GetAssetVersionsRequest, _imagesearch_rights_v1_GetAssetVersionsResponseInput>;
  
  GetAssets: grpc.handleUnaryCall<_imagesearch_rights_v1_GetAssetsRequest, _imagesearch_rights_v1_GetAssetsResponseInput>;
  
  ListAssetEvents: grpc.handleUnaryCall<_imagesearch_rights_v1_ListAssetEventsRequest, _imagesearch_rights_v1_ListAssetEventsResponseInput>;
  
  ListAssets: grpc.handleUnaryCall<_imagesearch_rights_v1_ListAssetsRequest, _imagesearch_rights_v1_ListAssetsResponseInput>;
  
  ListSources: grpc.handleUnaryCall<_imagesearch_rights_v1_ListSourcesRequest, _imagesearch_rights_v1_ListSourcesResponseInput>;
  
  ListStalePoints: grpc.handleUnaryCall<_imagesearch_rights_v1_ListStalePointsRequest, _imagesearch_rights_v1_ListStalePointsResponseInput>;
  
  MarkStalePoints: grpc.handleUnaryCall<_imagesearch_rights_v1_MarkStalePointsRequest, _imagesearch_rights_v1_MarkStalePointsResponseInput>;
  
  NoteStalePoints: grpc.handleUnaryCall<_imagesearch_rights_v1_NoteStalePointsRequest, _imagesearch_rights_v1_NoteStalePointsResponseInput>;
  
  PutAsset: grpc.handleClientStreamingCall<_imagesearch_rights_v1_PutAssetRequest, _imagesearch_rights_v1_PutAssetResponseInput>;
  
  ReadDownload: grpc.handleServerStreamingCall<_imagesearch_rights_v1_ReadDownloadRequest, _imagesearch_rights_v1_ReadDownloadResponseInput>;
  
  ReleaseSource: grpc.handleUnaryCall<_imagesearch_rights_v1_ReleaseSourceRequest, _imagesearch_rights_v1_ReleaseSourceResponseInput>;
  
  ResolveLicense: grpc.handleUnaryCall<_imagesearch_rights_v1_ResolveLicenseRequest, _imagesearch_rights_v1_ResolveLicenseResponseInput>;
  
}

export interface RightsServiceDefinition extends grpc.ServiceDefinition {
  ChangeAssetState: MethodDefinition<_imagesearch_rights_v1_ChangeAssetStateRequestInput, _imagesearch_rights_v1_ChangeAssetStateResponseInput, _imagesearch_rights_v1_ChangeAssetStateRequest, _imagesearch_rights_v1_ChangeAssetStateResponse>
  ClaimSource: MethodDefinition<_imagesearch_rights_v1_ClaimSourceRequestInput, _imagesearch_rights_v1_ClaimSourceResponseInput, _imagesearch_rights_v1_ClaimSourceRequest, _imagesearch_rights_v1_ClaimSourceResponse>
  CountAssets: MethodDefinition<_imagesearch_rights_v1_CountAssetsRequestInput, _imagesearch_rights_v1_CountAssetsResponseInput, _imagesearch_rights_v1_CountAssetsRequest, _imagesearch_rights_v1_CountAssetsResponse>
  CreateDownload: MethodDefinition<_imagesearch_rights_v1_CreateDownloadRequestInput, _imagesearch_rights_v1_CreateDownloadResponseInput, _imagesearch_rights_v1_CreateDownloadRequest, _imagesearch_rights_v1_CreateDownloadResponse>
  DeleteAssets: MethodDefinition<_imagesearch_rights_v1_DeleteAssetsRequestInput, _imagesearch_rights_v1_DeleteAssetsResponseInput, _imagesearch_rights_v1_DeleteAssetsRequest, _imagesearch_rights_v1_DeleteAssetsResponse>
  GetAssetVersions: MethodDefinition<_imagesearch_rights_v1_GetAssetVersionsRequestInput, _imagesearch_rights_v1_GetAssetVersionsResponseInput, _imagesearch_rights_v1_GetAssetVersionsRequest, _imagesearch_rights_v1_GetAssetVersionsResponse>
  GetAssets: MethodDefinition<_imagesearch_rights_v1_GetAssetsRequestInput, _imagesearch_rights_v1_GetAssetsResponseInput, _imagesearch_rights_v1_GetAssetsRequest, _imagesearch_rights_v1_GetAssetsResponse>
  ListAssetEvents: MethodDefinition<_imagesearch_rights_v1_ListAssetEventsRequestInput, _imagesearch_rights_v1_ListAssetEventsResponseInput, _imagesearch_rights_v1_ListAssetEventsRequest, _imagesearch_rights_v1_ListAssetEventsResponse>
  ListAssets: MethodDefinition<_imagesearch_rights_v1_ListAssetsRequestInput, _imagesearch_rights_v1_ListAssetsResponseInput, _imagesearch_rights_v1_ListAssetsRequest, _imagesearch_rights_v1_ListAssetsResponse>
  ListSources: MethodDefinition<_imagesearch_rights_v1_ListSourcesRequestInput, _imagesearch_rights_v1_ListSourcesResponseInput, _imagesearch_rights_v1_ListSourcesRequest, _imagesearch_rights_v1_ListSourcesResponse>
  ListStalePoints: MethodDefinition<_imagesearch_rights_v1_ListStalePointsRequestInput, _imagesearch_rights_v1_ListStalePointsResponseInput, _imagesearch_rights_v1_ListStalePointsRequest, _imagesearch_rights_v1_ListStalePointsResponse>
  MarkStalePoints: MethodDefinition<_imagesearch_rights_v1_MarkStalePointsRequestInput, _imagesearch_rights_v1_MarkStalePointsResponseInput, _imagesearch_rights_v1_MarkStalePointsRequest, _imagesearch_rights_v1_MarkStalePointsResponse>
  NoteStalePoints: MethodDefinition<_imagesearch_rights_v1_NoteStalePointsRequestInput, _imagesearch_rights_v1_NoteStalePointsResponseInput, _imagesearch_rights_v1_NoteStalePointsRequest, _imagesearch_rights_v1_NoteStalePointsResponse>
  PutAsset: MethodDefinition<_imagesearch_rights_v1_PutAssetRequestInput, _imagesearch_rights_v1_PutAssetResponseInput, _imagesearch_rights_v1_PutAssetRequest, _imagesearch_rights_v1_PutAssetResponse>
  ReadDownload: MethodDefinition<_imagesearch_rights_v1_ReadDownloadRequestInput, _imagesearch_rights_v1_ReadDownloadResponseInput, _imagesearch_rights_v1_ReadDownloadRequest, _imagesearch_rights_v1_ReadDownloadResponse>
  ReleaseSource: MethodDefinition<_imagesearch_rights_v1_ReleaseSourceRequestInput, _imagesearch_rights_v1_ReleaseSourceResponseInput, _imagesearch_rights_v1_ReleaseSourceRequest, _imagesearch_rights_v1_ReleaseSourceResponse>
  ResolveLicense: MethodDefinition<_imagesearch_rights_v1_ResolveLicenseRequestInput, _imagesearch_rights_v1_ResolveLicenseResponseInput, _imagesearch_rights_v1_ResolveLicenseRequest, _imagesearch_rights_v1_ResolveLicenseResponse>
}
