// Generated from protos/imagesearch/rights/v1/rights.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CountAssetsRequestInput as _imagesearch_rights_v1_CountAssetsRequestInput, CountAssetsRequest as _imagesearch_rights_v1_CountAssetsRequest } from '../../../imagesearch/rights/v1/CountAssetsRequest.js';
import type { CountAssetsResponseInput as _imagesearch_rights_v1_CountAssetsResponseInput, CountAssetsResponse as _imagesearch_rights_v1_CountAssetsResponse } from '../../../imagesearch/rights/v1/CountAssetsResponse.js';
import type { CreateDownloadRequestInput as _imagesearch_rights_v1_CreateDownloadRequestInput, CreateDownloadRequest as _imagesearch_rights_v1_CreateDownloadRequest } from '../../../imagesearch/rights/v1/CreateDownloadRequest.js';
import type { CreateDownloadResponseInput as _imagesearch_rights_v1_CreateDownloadResponseInput, CreateDownloadResponse as _imagesearch_rights_v1_CreateDownloadResponse } from '../../../imagesearch/rights/v1/CreateDownloadResponse.js';
import type { GetAssetsRequestInput as _imagesearch_rights_v1_GetAssetsRequestInput, GetAssetsRequest as _imagesearch_rights_v1_GetAssetsRequest } from '../../../imagesearch/rights/v1/GetAssetsRequest.js';
import type { GetAssetsResponseInput as _imagesearch_rights_v1_GetAssetsResponseInput, GetAssetsResponse as _imagesearch_rights_v1_GetAssetsResponse } from '../../../imagesearch/rights/v1/GetAssetsResponse.js';
import type { PutAssetRequestInput as _imagesearch_rights_v1_PutAssetRequestInput, PutAssetRequest as _imagesearch_rights_v1_PutAssetRequest } from '../../../imagesearch/rights/v1/PutAssetRequest.js';
import type { PutAssetResponseInput as _imagesearch_rights_v1_PutAssetResponseInput, PutAssetResponse as _imagesearch_rights_v1_PutAssetResponse } from '../../../imagesearch/rights/v1/PutAssetResponse.js';
import type { ReadDownloadRequestInput as _imagesearch_rights_v1_ReadDownloadRequestInput, ReadDownloadRequest as _imagesearch_rights_v1_ReadDownloadRequest } from '../../../imagesearch/rights/v1/ReadDownloadRequest.js';
import type { ReadDownloadResponseInput as _imagesearch_rights_v1_ReadDownloadResponseInput, ReadDownloadResponse as _imagesearch_rights_v1_ReadDownloadResponse } from '../../../imagesearch/rights/v1/ReadDownloadResponse.js';
import type { ResolveLicenseRequestInput as _imagesearch_rights_v1_ResolveLicenseRequestInput, ResolveLicenseRequest as _imagesearch_rights_v1_ResolveLicenseRequest } from '../../../imagesearch/rights/v1/ResolveLicenseRequest.js';
import type { ResolveLicenseResponseInput as _imagesearch_rights_v1_ResolveLicenseResponseInput, ResolveLicenseResponse as _imagesearch_rights_v1_ResolveLicenseResponse } from '../../../imagesearch/rights/v1/ResolveLicenseResponse.js';

export interface RightsServiceClient extends grpc.Client {
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
  
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  GetAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  getAssets(argument: _imagesearch_rights_v1_GetAssetsRequestInput, callback: grpc.requestCallback<_imagesearch_rights_v1_GetAssetsResponse>): grpc.ClientUnaryCall;
  
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
  CountAssets: grpc.handleUnaryCall<_imagesearch_rights_v1_CountAssetsRequest, _imagesearch_rights_v1_CountAssetsResponseInput>;
  
  CreateDownload: grpc.handleUnaryCall<_imagesearch_rights_v1_CreateDownloadRequest, _imagesearch_rights_v1_CreateDownloadResponseInput>;
  
  GetAssets: grpc.handleUnaryCall<_imagesearch_rights_v1_GetAssetsRequest, _imagesearch_rights_v1_GetAssetsResponseInput>;
  
  PutAsset: grpc.handleClientStreamingCall<_imagesearch_rights_v1_PutAssetRequest, _imagesearch_rights_v1_PutAssetResponseInput>;
  
  ReadDownload: grpc.handleServerStreamingCall<_imagesearch_rights_v1_ReadDownloadRequest, _imagesearch_rights_v1_ReadDownloadResponseInput>;
  
  ResolveLicense: grpc.handleUnaryCall<_imagesearch_rights_v1_ResolveLicenseRequest, _imagesearch_rights_v1_ResolveLicenseResponseInput>;
  
}

export interface RightsServiceDefinition extends grpc.ServiceDefinition {
  CountAssets: MethodDefinition<_imagesearch_rights_v1_CountAssetsRequestInput, _imagesearch_rights_v1_CountAssetsResponseInput, _imagesearch_rights_v1_CountAssetsRequest, _imagesearch_rights_v1_CountAssetsResponse>
  CreateDownload: MethodDefinition<_imagesearch_rights_v1_CreateDownloadRequestInput, _imagesearch_rights_v1_CreateDownloadResponseInput, _imagesearch_rights_v1_CreateDownloadRequest, _imagesearch_rights_v1_CreateDownloadResponse>
  GetAssets: MethodDefinition<_imagesearch_rights_v1_GetAssetsRequestInput, _imagesearch_rights_v1_GetAssetsResponseInput, _imagesearch_rights_v1_GetAssetsRequest, _imagesearch_rights_v1_GetAssetsResponse>
  PutAsset: MethodDefinition<_imagesearch_rights_v1_PutAssetRequestInput, _imagesearch_rights_v1_PutAssetResponseInput, _imagesearch_rights_v1_PutAssetRequest, _imagesearch_rights_v1_PutAssetResponse>
  ReadDownload: MethodDefinition<_imagesearch_rights_v1_ReadDownloadRequestInput, _imagesearch_rights_v1_ReadDownloadResponseInput, _imagesearch_rights_v1_ReadDownloadRequest, _imagesearch_rights_v1_ReadDownloadResponse>
  ResolveLicense: MethodDefinition<_imagesearch_rights_v1_ResolveLicenseRequestInput, _imagesearch_rights_v1_ResolveLicenseResponseInput, _imagesearch_rights_v1_ResolveLicenseRequest, _imagesearch_rights_v1_ResolveLicenseResponse>
}
