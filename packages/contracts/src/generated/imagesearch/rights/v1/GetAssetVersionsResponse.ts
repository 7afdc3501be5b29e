// Generated from protos/imagesearch/rights/v1/rights.proto


export interface GetAssetVersionsResponseInput {
  'contentVersions'?: ({[key: string]: string});
}

export interface GetAssetVersionsResponse {
  'contentVersions': ({[key: string]: string});
}
