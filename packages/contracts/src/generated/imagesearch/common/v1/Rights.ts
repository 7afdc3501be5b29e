// Generated from protos/imagesearch/common/v1/common.proto


export interface RightsInput {
  'license'?: (string);
  'licenseVerbatim'?: (string);
  'commercial'?: (boolean);
  'derivatives'?: (boolean);
  'shareAlike'?: (boolean);
  'attributionRequired'?: (boolean);
  'attribution'?: (string);
  'provenanceUrl'?: (string);
  'basis'?: (string);
  'delivery'?: (string);
  '_commercial'?: "commercial";
  '_derivatives'?: "derivatives";
  '_shareAlike'?: "shareAlike";
  '_attributionRequired'?: "attributionRequired";
  '_attribution'?: "attribution";
}

export interface Rights {
  'license': (string);
  'licenseVerbatim': (string);
  'commercial'?: (boolean);
  'derivatives'?: (boolean);
  'shareAlike'?: (boolean);
  'attributionRequired'?: (boolean);
  'attribution'?: (string);
  'provenanceUrl': (string);
  'basis': (string);
  'delivery': (string);
  '_commercial'?: "commercial";
  '_derivatives'?: "derivatives";
  '_shareAlike'?: "shareAlike";
  '_attributionRequired'?: "attributionRequired";
  '_attribution'?: "attribution";
}
