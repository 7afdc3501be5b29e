/** Results of an answer. */
export const RESULTS = 10;

export const QUERIES = [
  'happy dog',
  'red apple',
  'canine',
  'man with a hat',
  'train station',
  'heart',
  'fire engine',
  'rain',
];

/** Round and round. */
export function of<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}
