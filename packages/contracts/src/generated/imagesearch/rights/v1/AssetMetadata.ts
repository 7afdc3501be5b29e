// Generated from protos/imagesearch/rights/v1/rights.proto

import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from '../../../imagesearch/common/v1/Signals.js';

export interface AssetMetadataInput {
  'assetId'?: (string);
  'title'?: (string);
  'tags'?: (string)[];
  'description'?: (string);
  'creator'?: (string);
  'creatorUrl'?: (string);
  'licenseVerbatim'?: (string);
  'provenanceUrl'?: (string);
  'aiGenerated'?: (boolean);
  'delivery'?: (string);
  'linkUrl'?: (string);
  'width'?: (number);
  'height'?: (number);
  'format'?: (string);
  'signals'?: (_imagesearch_common_v1_SignalsInput | null);
  'contentVersion'?: (string);
  'originalFormat'?: (string);
  'created'?: (string);
  'declaredBy'?: (string);
  '_creator'?: "creator";
  '_creatorUrl'?: "creatorUrl";
  '_linkUrl'?: "linkUrl";
  '_originalFormat'?: "originalFormat";
  '_created'?: "created";
}

export interface AssetMetadata {
  'assetId': (string);
  'title': (string);
  'tags': (string)[];
  'description': (string);
  'creator'?: (string);
  'creatorUrl'?: (string);
  'licenseVerbatim': (string);
  'provenanceUrl': (string);
  'aiGenerated': (boolean);
  'delivery': (string);
  'linkUrl'?: (string);
  'width': (number);
  'height': (number);
  'format': (string);
  'signals': (_imagesearch_common_v1_Signals | null);
  'contentVersion': (string);
  'originalFormat'?: (string);
  'created'?: (string);
  'declaredBy': (string);
  '_creator'?: "creator";
  '_creatorUrl'?: "creatorUrl";
  '_linkUrl'?: "linkUrl";
  '_originalFormat'?: "originalFormat";
  '_created'?: "created";
}
