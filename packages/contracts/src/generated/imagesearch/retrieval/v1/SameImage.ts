// Generated from protos/imagesearch/retrieval/v1/retrieval.proto


export interface SameImageInput {
  'perceptualHashes'?: (string)[];
  'palette'?: (string)[];
  'paletteShares'?: (number | string)[];
  'localFeatures'?: (string)[];
}

export interface SameImage {
  'perceptualHashes': (string)[];
  'palette': (string)[];
  'paletteShares': (number)[];
  'localFeatures': (string)[];
}
