// Generated from protos/imagesearch/rights/v1/rights.proto


export interface StalePointInput {
  'assetId'?: (string);
  'note'?: (string);
  'contentVersion'?: (string);
  'rewrite'?: (boolean);
  '_contentVersion'?: "contentVersion";
}

export interface StalePoint {
  'assetId': (string);
  'note': (string);
  'contentVersion'?: (string);
  'rewrite': (boolean);
  '_contentVersion'?: "contentVersion";
}
