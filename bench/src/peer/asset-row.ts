/** The peer's table. */
export const TABLE = 'images';

/** A row of it: what its answers hold in columns, and the rest as JSON, which is the quickest to read. */
export interface AssetRow {
  asset_id: string;
  vector: Float32Array;
  title: string;
  license: string;
  details: string;
}
