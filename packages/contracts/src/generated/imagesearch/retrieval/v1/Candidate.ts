// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface CandidateInput {
  'assetId'?: (string);
  'score'?: (number | string);
  'duplicates'?: (string)[];
  'ranks'?: ({[key: string]: number});
  'foundAs'?: (string);
  'similarities'?: ({[key: string]: number | string});
  'sameImage'?: (boolean);
  'containsImage'?: (boolean);
  'packedTexts'?: (Buffer | Uint8Array | string);
  'listRanks'?: (number)[];
  'listSimilarities'?: (number | string)[];
  'paletteCloseness'?: (number | string);
  '_paletteCloseness'?: "paletteCloseness";
}

export interface Candidate {
  'assetId': (string);
  'score': (number);
  'duplicates': (string)[];
  'ranks': ({[key: string]: number});
  'foundAs': (string);
  'similarities': ({[key: string]: number});
  'sameImage': (boolean);
  'containsImage': (boolean);
  'packedTexts': (Buffer);
  'listRanks': (number)[];
  'listSimilarities': (number)[];
  'paletteCloseness'?: (number);
  '_paletteCloseness'?: "paletteCloseness";
}
