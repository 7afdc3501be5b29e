// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface CandidateInput {
  'assetId'?: (string);
  'score'?: (number | string);
  'wordsRank'?: (number);
  'captionRank'?: (number);
  'imageRank'?: (number);
  'duplicates'?: (string)[];
  '_wordsRank'?: "wordsRank";
  '_captionRank'?: "captionRank";
  '_imageRank'?: "imageRank";
}

export interface Candidate {
  'assetId': (string);
  'score': (number);
  'wordsRank'?: (number);
  'captionRank'?: (number);
  'imageRank'?: (number);
  'duplicates': (string)[];
  '_wordsRank'?: "wordsRank";
  '_captionRank'?: "captionRank";
  '_imageRank'?: "imageRank";
}
