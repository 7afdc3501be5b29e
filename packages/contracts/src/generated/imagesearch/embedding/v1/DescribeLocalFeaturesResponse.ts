// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface DescribeLocalFeaturesResponseInput {
  'localFeatures'?: (string)[];
}

export interface DescribeLocalFeaturesResponse {
  'localFeatures': (string)[];
}
