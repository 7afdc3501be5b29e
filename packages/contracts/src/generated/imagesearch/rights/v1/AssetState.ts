// Generated from protos/imagesearch/rights/v1/rights.proto

export const AssetState = {
  ASSET_STATE_UNSPECIFIED: 'ASSET_STATE_UNSPECIFIED',
  ASSET_STATE_ACTIVE: 'ASSET_STATE_ACTIVE',
  ASSET_STATE_WITHDRAWN: 'ASSET_STATE_WITHDRAWN',
  ASSET_STATE_DELETED: 'ASSET_STATE_DELETED',
} as const;

export type AssetStateInput =
  | 'ASSET_STATE_UNSPECIFIED'
  | 0
  | 'ASSET_STATE_ACTIVE'
  | 1
  | 'ASSET_STATE_WITHDRAWN'
  | 2
  | 'ASSET_STATE_DELETED'
  | 3

export type AssetState = typeof AssetState[keyof typeof AssetState]
