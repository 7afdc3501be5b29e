// Generated from protos/imagesearch/rights/v1/rights.proto


export interface StatedOfSourceInput {
  'license'?: (string);
  'overridesLicense'?: (boolean);
  'creator'?: (string);
  '_license'?: "license";
  '_overridesLicense'?: "overridesLicense";
  '_creator'?: "creator";
}

export interface StatedOfSource {
  'license'?: (string);
  'overridesLicense'?: (boolean);
  'creator'?: (string);
  '_license'?: "license";
  '_overridesLicense'?: "overridesLicense";
  '_creator'?: "creator";
}
