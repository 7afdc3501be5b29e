// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface DescribeLocalFeaturesRequestInput {
  'image'?: (Buffer | Uint8Array | string);
}

export interface DescribeLocalFeaturesRequest {
  'image': (Buffer);
}
