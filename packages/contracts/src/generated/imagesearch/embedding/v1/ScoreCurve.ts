// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface ScoreCurveInput {
  'bias'?: (number | string);
  'weights'?: ({[key: string]: number | string});
}

export interface ScoreCurve {
  'bias': (number);
  'weights': ({[key: string]: number});
}
