// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface DescribeModelRequestInput {
}

export interface DescribeModelRequest {
}
