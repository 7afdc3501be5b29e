/** Draws that are the same on every run with the same seed. */
export interface Random {
  /** 0 (inclusive) to 1. */
  uniform: () => number;
  /** Mean 0, standard deviation 1. */
  normal: () => number;
  /** A whole number from 0 to `count` − 1. */
  below: (count: number) => number;
  isTrue: (share: number) => boolean;
  oneOf: <Value>(values: readonly Value[]) => Value;
  /** The field with a drawn value; one time in three no field. */
  maybe: <Name extends string, Value>(name: Name, draw: () => Value) => Partial<Record<Name, Value>>;
}

/** Mulberry32, and its Box–Muller transform. */
export function createRandom(seed: number): Random {
  let state = seed;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (count: number): number => Math.floor(uniform() * count);
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
    below,
    isTrue: (share) => uniform() < share,
    oneOf: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('nothing to draw from');
      return value;
    },
    maybe: <Name extends string, Value>(name: Name, draw: () => Value) =>
      (below(3) === 0 ? {} : { [name]: draw() }) as Partial<Record<Name, Value>>,
  };
}
