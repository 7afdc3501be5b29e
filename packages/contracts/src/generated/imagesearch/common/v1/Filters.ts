// Generated from protos/imagesearch/common/v1/common.proto


export interface FiltersInput {
  'luminanceMin'?: (number | string);
  'luminanceMax'?: (number | string);
  'monochrome'?: (boolean);
  'facesMin'?: (number);
  'facesMax'?: (number);
  'aspectMin'?: (number | string);
  'aspectMax'?: (number | string);
  'negSpaceAny'?: (string)[];
  'paletteNear'?: (string);
  'commercial'?: (boolean);
  'derivatives'?: (boolean);
  'attributionRequired'?: (boolean);
  'shareAlike'?: (boolean);
  'licenseAny'?: (string)[];
  'sourceAny'?: (string)[];
  'aiGenerated'?: (boolean);
  'resolutionMin'?: (number | string);
  '_luminanceMin'?: "luminanceMin";
  '_luminanceMax'?: "luminanceMax";
  '_monochrome'?: "monochrome";
  '_facesMin'?: "facesMin";
  '_facesMax'?: "facesMax";
  '_aspectMin'?: "aspectMin";
  '_aspectMax'?: "aspectMax";
  '_paletteNear'?: "paletteNear";
  '_commercial'?: "commercial";
  '_derivatives'?: "derivatives";
  '_attributionRequired'?: "attributionRequired";
  '_shareAlike'?: "shareAlike";
  '_aiGenerated'?: "aiGenerated";
  '_resolutionMin'?: "resolutionMin";
}

export interface Filters {
  'luminanceMin'?: (number);
  'luminanceMax'?: (number);
  'monochrome'?: (boolean);
  'facesMin'?: (number);
  'facesMax'?: (number);
  'aspectMin'?: (number);
  'aspectMax'?: (number);
  'negSpaceAny': (string)[];
  'paletteNear'?: (string);
  'commercial'?: (boolean);
  'derivatives'?: (boolean);
  'attributionRequired'?: (boolean);
  'shareAlike'?: (boolean);
  'licenseAny': (string)[];
  'sourceAny': (string)[];
  'aiGenerated'?: (boolean);
  'resolutionMin'?: (number);
  '_luminanceMin'?: "luminanceMin";
  '_luminanceMax'?: "luminanceMax";
  '_monochrome'?: "monochrome";
  '_facesMin'?: "facesMin";
  '_facesMax'?: "facesMax";
  '_aspectMin'?: "aspectMin";
  '_aspectMax'?: "aspectMax";
  '_paletteNear'?: "paletteNear";
  '_commercial'?: "commercial";
  '_derivatives'?: "derivatives";
  '_attributionRequired'?: "attributionRequired";
  '_shareAlike'?: "shareAlike";
  '_aiGenerated'?: "aiGenerated";
  '_resolutionMin'?: "resolutionMin";
}
