// Generated from protos/imagesearch/rights/v1/rights.proto


export interface UseFactsInput {
  'training'?: (boolean);
  'modelRelease'?: (boolean);
  'propertyRelease'?: (boolean);
  'editorialOnly'?: (boolean);
  'sensitive'?: (boolean);
  'licensorUrl'?: (string);
  '_training'?: "training";
  '_modelRelease'?: "modelRelease";
  '_propertyRelease'?: "propertyRelease";
  '_editorialOnly'?: "editorialOnly";
  '_sensitive'?: "sensitive";
  '_licensorUrl'?: "licensorUrl";
}

export interface UseFacts {
  'training'?: (boolean);
  'modelRelease'?: (boolean);
  'propertyRelease'?: (boolean);
  'editorialOnly'?: (boolean);
  'sensitive'?: (boolean);
  'licensorUrl'?: (string);
  '_training'?: "training";
  '_modelRelease'?: "modelRelease";
  '_propertyRelease'?: "propertyRelease";
  '_editorialOnly'?: "editorialOnly";
  '_sensitive'?: "sensitive";
  '_licensorUrl'?: "licensorUrl";
}
