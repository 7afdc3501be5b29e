// Generated from protos/imagesearch/reranker/v1/reranker.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { DescribeRerankerRequestInput as _imagesearch_reranker_v1_DescribeRerankerRequestInput, DescribeRerankerRequest as _imagesearch_reranker_v1_DescribeRerankerRequest } from '../../../imagesearch/reranker/v1/DescribeRerankerRequest.js';
import type { DescribeRerankerResponseInput as _imagesearch_reranker_v1_DescribeRerankerResponseInput, DescribeRerankerResponse as _imagesearch_reranker_v1_DescribeRerankerResponse } from '../../../imagesearch/reranker/v1/DescribeRerankerResponse.js';
import type { RerankRequestInput as _imagesearch_reranker_v1_RerankRequestInput, RerankRequest as _imagesearch_reranker_v1_RerankRequest } from '../../../imagesearch/reranker/v1/RerankRequest.js';
import type { RerankResponseInput as _imagesearch_reranker_v1_RerankResponseInput, RerankResponse as _imagesearch_reranker_v1_RerankResponse } from '../../../imagesearch/reranker/v1/RerankResponse.js';

export interface RerankerServiceClient extends grpc.Client {
  DescribeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  DescribeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  DescribeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  DescribeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  describeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  describeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  describeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  describeReranker(argument: _imagesearch_reranker_v1_DescribeRerankerRequestInput, callback: grpc.requestCallback<_imagesearch_reranker_v1_DescribeRerankerResponse>): grpc.ClientUnaryCall;
  
  Rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  Rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  Rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  Rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, metadata: grpc.Metadata, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, options: grpc.CallOptions, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  rerank(argument: _imagesearch_reranker_v1_RerankRequestInput, callback: grpc.requestCallback<_imagesearch_reranker_v1_RerankResponse>): grpc.ClientUnaryCall;
  
}

export interface RerankerServiceHandlers extends grpc.UntypedServiceImplementation {
  DescribeReranker: grpc.handleUnaryCall<_imagesearch_reranker_v1_DescribeRerankerRequest, _imagesearch_reranker_v1_DescribeRerankerResponseInput>;
  
  Rerank: grpc.handleUnaryCall<_imagesearch_reranker_v1_RerankRequest, _imagesearch_reranker_v1_RerankResponseInput>;
  
}

export interface RerankerServiceDefinition extends grpc.ServiceDefinition {
  DescribeReranker: MethodDefinition<_imagesearch_reranker_v1_DescribeRerankerRequestInput, _imagesearch_reranker_v1_DescribeRerankerResponseInput, _imagesearch_reranker_v1_DescribeRerankerRequest, _imagesearch_reranker_v1_DescribeRerankerResponse>
  Rerank: MethodDefinition<_imagesearch_reranker_v1_RerankRequestInput, _imagesearch_reranker_v1_RerankResponseInput, _imagesearch_reranker_v1_RerankRequest, _imagesearch_reranker_v1_RerankResponse>
}
