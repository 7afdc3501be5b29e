// Generated from protos/imagesearch/rights/v1/rights.proto


export interface ProvenanceStatementInput {
  'evidence'?: (string);
  'ai'?: (boolean);
  'kind'?: (string);
  '_ai'?: "ai";
  '_kind'?: "kind";
}

export interface ProvenanceStatement {
  'evidence': (string);
  'ai'?: (boolean);
  'kind'?: (string);
  '_ai'?: "ai";
  '_kind'?: "kind";
}
