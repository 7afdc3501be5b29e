/** The vector scaled to length 1 (L2); a vector of zeros stays as it is. */
export function toUnitVector(values: Float32Array): Float32Array {
  let squares = 0;
  for (const value of values) squares += value * value;
  const length = Math.sqrt(squares);
  return length === 0 ? values : values.map((value) => value / length);
}
