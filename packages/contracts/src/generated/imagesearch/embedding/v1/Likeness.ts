// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface LikenessInput {
  'perceptualHashes'?: (string)[];
  'palette'?: (string)[];
  'paletteShares'?: (number | string)[];
}

export interface Likeness {
  'perceptualHashes': (string)[];
  'palette': (string)[];
  'paletteShares': (number)[];
}
