// Generated from protos/imagesearch/embedding/v1/embedding.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribeLocalFeaturesRequestInput as _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, DescribeLocalFeaturesRequest as _imagesearch_embedding_v1_DescribeLocalFeaturesRequest } from '../../../imagesearch/embedding/v1/DescribeLocalFeaturesRequest.js';
import type { DescribeLocalFeaturesResponseInput as _imagesearch_embedding_v1_DescribeLocalFeaturesResponseInput, DescribeLocalFeaturesResponse as _imagesearch_embedding_v1_DescribeLocalFeaturesResponse } from '../../../imagesearch/embedding/v1/DescribeLocalFeaturesResponse.js';
import type { DescribeModelRequestInput as _imagesearch_embedding_v1_DescribeModelRequestInput, DescribeModelRequest as _imagesearch_embedding_v1_DescribeModelRequest } from '../../../imagesearch/embedding/v1/DescribeModelRequest.js';
import type { DescribeModelResponseInput as _imagesearch_embedding_v1_DescribeModelResponseInput, DescribeModelResponse as _imagesearch_embedding_v1_DescribeModelResponse } from '../../../imagesearch/embedding/v1/DescribeModelResponse.js';
import type { EmbedImageRequestInput as _imagesearch_embedding_v1_EmbedImageRequestInput, EmbedImageRequest as _imagesearch_embedding_v1_EmbedImageRequest } from '../../../imagesearch/embedding/v1/EmbedImageRequest.js';
import type { EmbedImageResponseInput as _imagesearch_embedding_v1_EmbedImageResponseInput, EmbedImageResponse as _imagesearch_embedding_v1_EmbedImageResponse } from '../../../imagesearch/embedding/v1/EmbedImageResponse.js';
import type { EmbedTextsRequestInput as _imagesearch_embedding_v1_EmbedTextsRequestInput, EmbedTextsRequest as _imagesearch_embedding_v1_EmbedTextsRequest } from '../../../imagesearch/embedding/v1/EmbedTextsRequest.js';
import type { EmbedTextsResponseInput as _imagesearch_embedding_v1_EmbedTextsResponseInput, EmbedTextsResponse as _imagesearch_embedding_v1_EmbedTextsResponse } from '../../../imagesearch/embedding/v1/EmbedTextsResponse.js';

export interface EmbeddingServiceClient extends grpc.Client {
  DescribeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  DescribeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  DescribeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  DescribeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  describeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  describeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  describeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  describeLocalFeatures(argument: _imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeLocalFeaturesResponse>): grpc.ClientUnaryCall;
  
  DescribeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  DescribeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  DescribeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  DescribeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  describeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  describeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  describeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  describeModel(argument: _imagesearch_embedding_v1_DescribeModelRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_DescribeModelResponse>): grpc.ClientUnaryCall;
  
  EmbedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  EmbedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  EmbedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  EmbedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  embedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  embedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  embedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  embedImage(argument: _imagesearch_embedding_v1_EmbedImageRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedImageResponse>): grpc.ClientUnaryCall;
  
  EmbedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  EmbedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  EmbedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  EmbedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  embedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  embedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  embedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  embedTexts(argument: _imagesearch_embedding_v1_EmbedTextsRequestInput, callback: grpc.requestCallback<_imagesearch_embedding_v1_EmbedTextsResponse>): grpc.ClientUnaryCall;
  
}

export interface EmbeddingServiceHandlers extends grpc.UntypedServiceImplementation {
  DescribeLocalFeatures: grpc.handleUnaryCall<_imagesearch_embedding_v1_DescribeLocalFeaturesRequest, _imagesearch_embedding_v1_DescribeLocalFeaturesResponseInput>;
  
  DescribeModel: grpc.handleUnaryCall<_imagesearch_embedding_v1_DescribeModelRequest, _imagesearch_embedding_v1_DescribeModelResponseInput>;
  
  EmbedImage: grpc.handleUnaryCall<_imagesearch_embedding_v1_EmbedImageRequest, _imagesearch_embedding_v1_EmbedImageResponseInput>;
  
  EmbedTexts: grpc.handleUnaryCall<_imagesearch_embedding_v1_EmbedTextsRequest, _imagesearch_embedding_v1_EmbedTextsResponseInput>;
  
}

export interface EmbeddingServiceDefinition extends grpc.ServiceDefinition {
  DescribeLocalFeatures: MethodDefinition<_imagesearch_embedding_v1_DescribeLocalFeaturesRequestInput, _imagesearch_embedding_v1_DescribeLocalFeaturesResponseInput, _imagesearch_embedding_v1_DescribeLocalFeaturesRequest, _imagesearch_embedding_v1_DescribeLocalFeaturesResponse>
  DescribeModel: MethodDefinition<_imagesearch_embedding_v1_DescribeModelRequestInput, _imagesearch_embedding_v1_DescribeModelResponseInput, _imagesearch_embedding_v1_DescribeModelRequest, _imagesearch_embedding_v1_DescribeModelResponse>
  EmbedImage: MethodDefinition<_imagesearch_embedding_v1_EmbedImageRequestInput, _imagesearch_embedding_v1_EmbedImageResponseInput, _imagesearch_embedding_v1_EmbedImageRequest, _imagesearch_embedding_v1_EmbedImageResponse>
  EmbedTexts: MethodDefinition<_imagesearch_embedding_v1_EmbedTextsRequestInput, _imagesearch_embedding_v1_EmbedTextsResponseInput, _imagesearch_embedding_v1_EmbedTextsRequest, _imagesearch_embedding_v1_EmbedTextsResponse>
}
