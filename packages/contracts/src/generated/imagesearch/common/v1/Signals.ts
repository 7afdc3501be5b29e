// Generated from protos/imagesearch/common/v1/common.proto

import type { ShownInput as _imagesearch_common_v1_ShownInput, Shown as _imagesearch_common_v1_Shown } from '../../../imagesearch/common/v1/Shown.js';

export interface SignalsInput {
  'luminance'?: (number | string);
  'monochrome'?: (boolean);
  'palette'?: (string)[];
  'paletteShares'?: (number | string)[];
  'negSpace'?: (string)[];
  'faces'?: (number);
  'aspect'?: (number | string);
  'resolution'?: (number | string);
  'saturation'?: (number | string);
  'perceptualHash'?: (string);
  'shows'?: (_imagesearch_common_v1_ShownInput)[];
  '_luminance'?: "luminance";
  '_monochrome'?: "monochrome";
  '_faces'?: "faces";
  '_aspect'?: "aspect";
  '_resolution'?: "resolution";
  '_saturation'?: "saturation";
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
  'saturation'?: (number);
  'perceptualHash'?: (string);
  'shows': (_imagesearch_common_v1_Shown)[];
  '_luminance'?: "luminance";
  '_monochrome'?: "monochrome";
  '_faces'?: "faces";
  '_aspect'?: "aspect";
  '_resolution'?: "resolution";
  '_saturation'?: "saturation";
  '_perceptualHash'?: "perceptualHash";
}
