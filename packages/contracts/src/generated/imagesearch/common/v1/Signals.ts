// Generated from protos/imagesearch/common/v1/common.proto


export interface SignalsInput {
  'luminance'?: (number | string);
  'monochrome'?: (boolean);
  'palette'?: (string)[];
  'paletteShares'?: (number | string)[];
  'negSpace'?: (string)[];
  'faces'?: (number);
  'aspect'?: (number | string);
  'resolution'?: (number | string);
  'perceptualHash'?: (string);
  '_luminance'?: "luminance";
  '_monochrome'?: "monochrome";
  '_faces'?: "faces";
  '_aspect'?: "aspect";
  '_resolution'?: "resolution";
  '_perceptualHash'?: "perceptualHash";
}

export interface Signals {
  'luminance'?: (number);
  'monochrome'?: (boolean);
  'palette': (string)[];
  'paletteShares': (number)[];
  'negSpace': (string)[];
  'faces'?: (number);
  'aspect'?: (number);
  'resolution'?: (number);
  'perceptualHash'?: (string);
  '_luminance'?: "luminance";
  '_monochrome'?: "monochrome";
  '_faces'?: "faces";
  '_aspect'?: "aspect";
  '_resolution'?: "resolution";
  '_perceptualHash'?: "perceptualHash";
}
