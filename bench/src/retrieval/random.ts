/** Numbers that are the same on every run with the same seed. */
export interface Random {
  /** 0 (inclusive) to 1. */
  uniform: () => number;
  /** Mean 0, standard deviation 1. */
  normal: () => number;
}

/** Mulberry32, and the Box–Muller transform of it. */
export function createRandom(seed: number): Random {
  let state = seed;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}
