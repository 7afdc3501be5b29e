// Generated from protos/imagesearch/rights/v1/rights.proto

import type { SignalsInput as _imagesearch_common_v1_SignalsInput, Signals as _imagesearch_common_v1_Signals } from '../../../imagesearch/common/v1/Signals.js';
import type { ProvenanceInput as _imagesearch_rights_v1_ProvenanceInput, Provenance as _imagesearch_rights_v1_Provenance } from '../../../imagesearch/rights/v1/Provenance.js';
import type { DeclaredFactsInput as _imagesearch_rights_v1_DeclaredFactsInput, DeclaredFacts as _imagesearch_rights_v1_DeclaredFacts } from '../../../imagesearch/rights/v1/DeclaredFacts.js';

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
  'provenance'?: (_imagesearch_rights_v1_ProvenanceInput | null);
  'facts'?: (_imagesearch_rights_v1_DeclaredFactsInput | null);
  'hasLocation'?: (boolean);
  '_creator'?: "creator";
  '_creatorUrl'?: "creatorUrl";
  '_linkUrl'?: "linkUrl";
  '_originalFormat'?: "originalFormat";
  '_created'?: "created";
  '_hasLocation'?: "hasLocation";
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
  'provenance': (_imagesearch_rights_v1_Provenance | null);
  'facts': (_imagesearch_rights_v1_DeclaredFacts | null);
  'hasLocation'?: (boolean);
  '_creator'?: "creator";
  '_creatorUrl'?: "creatorUrl";
  '_linkUrl'?: "linkUrl";
  '_originalFormat'?: "originalFormat";
  '_created'?: "created";
  '_hasLocation'?: "hasLocation";
}
