// Generated from protos/imagesearch/rights/v1/rights.proto


export interface CountAssetsRequestInput {
}

export interface CountAssetsRequest {
}
