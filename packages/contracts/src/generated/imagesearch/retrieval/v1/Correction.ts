// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface CorrectionInput {
  'from'?: (string);
  'to'?: (string);
}

export interface Correction {
  'from': (string);
  'to': (string);
}
