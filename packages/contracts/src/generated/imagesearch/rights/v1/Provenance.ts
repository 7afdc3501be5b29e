// Generated from protos/imagesearch/rights/v1/rights.proto

import type { ProvenanceStatementInput as _imagesearch_rights_v1_ProvenanceStatementInput, ProvenanceStatement as _imagesearch_rights_v1_ProvenanceStatement } from '../../../imagesearch/rights/v1/ProvenanceStatement.js';

export interface ProvenanceInput {
  'statements'?: (_imagesearch_rights_v1_ProvenanceStatementInput)[];
  'signature'?: (string);
  'claimGenerator'?: (string);
  'createdAt'?: (string);
  '_signature'?: "signature";
  '_claimGenerator'?: "claimGenerator";
  '_createdAt'?: "createdAt";
}

export interface Provenance {
  'statements': (_imagesearch_rights_v1_ProvenanceStatement)[];
  'signature'?: (string);
  'claimGenerator'?: (string);
  'createdAt'?: (string);
  '_signature'?: "signature";
  '_claimGenerator'?: "claimGenerator";
  '_createdAt'?: "createdAt";
}
