// Generated from protos/imagesearch/embedding/v1/embedding.proto


export interface PixelsInput {
  'data'?: (Buffer | Uint8Array | string);
  'width'?: (number);
  'height'?: (number);
  'imageWidth'?: (number);
  'imageHeight'?: (number);
  'format'?: (string);
}

export interface Pixels {
  'data': (Buffer);
  'width': (number);
  'height': (number);
  'imageWidth': (number);
  'imageHeight': (number);
  'format': (string);
}
