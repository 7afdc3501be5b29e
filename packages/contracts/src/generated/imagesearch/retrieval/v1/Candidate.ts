// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface CandidateInput {
  'assetId'?: (string);
  'score'?: (number | string);
  'duplicates'?: (string)[];
  'ranks'?: ({[key: string]: number});
  'similarities'?: ({[key: string]: number | string});
  'sameImage'?: (boolean);
  'containsImage'?: (boolean);
  'paletteCloseness'?: (number | string);
  'unmet'?: (string)[];
  'texts'?: (string);
  'createdMs'?: (number | string);
  '_texts'?: "texts";
  '_paletteCloseness'?: "paletteCloseness";
  '_createdMs'?: "createdMs";
}

export interface Candidate {
  'assetId': (string);
  'score': (number);
  'duplicates': (string)[];
  'ranks': ({[key: string]: number});
  'similarities': ({[key: string]: number});
  'sameImage': (boolean);
  'containsImage': (boolean);
  'paletteCloseness'?: (number);
  'unmet': (string)[];
  'texts'?: (string);
  'createdMs'?: (number);
  '_texts'?: "texts";
  '_paletteCloseness'?: "paletteCloseness";
  '_createdMs'?: "createdMs";
}
