// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface PlaceInput {
  'assetId'?: (string);
  'createdMs'?: (number | string);
  'unmet'?: (boolean);
  '_createdMs'?: "createdMs";
}

export interface Place {
  'assetId': (string);
  'createdMs'?: (number);
  'unmet': (boolean);
  '_createdMs'?: "createdMs";
}
