/** Eight-bit sRGB, three interleaved channels, row by row from the top left. */
export interface RgbPixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** A rectangle as shares of the image's width and height; the origin is the top left corner. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
