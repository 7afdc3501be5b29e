// Generated from protos/imagesearch/rights/v1/rights.proto


export interface DeclaredFactsInput {
  'training'?: (boolean);
  'modelRelease'?: (boolean);
  'propertyRelease'?: (boolean);
  'editorialOnly'?: (boolean);
  'sensitive'?: (boolean);
  'licensorUrl'?: (string);
  'camera'?: (string);
  '_training'?: "training";
  '_modelRelease'?: "modelRelease";
  '_propertyRelease'?: "propertyRelease";
  '_editorialOnly'?: "editorialOnly";
  '_sensitive'?: "sensitive";
  '_licensorUrl'?: "licensorUrl";
  '_camera'?: "camera";
}

export interface DeclaredFacts {
  'training'?: (boolean);
  'modelRelease'?: (boolean);
  'propertyRelease'?: (boolean);
  'editorialOnly'?: (boolean);
  'sensitive'?: (boolean);
  'licensorUrl'?: (string);
  'camera'?: (string);
  '_training'?: "training";
  '_modelRelease'?: "modelRelease";
  '_propertyRelease'?: "propertyRelease";
  '_editorialOnly'?: "editorialOnly";
  '_sensitive'?: "sensitive";
  '_licensorUrl'?: "licensorUrl";
  '_camera'?: "camera";
}
