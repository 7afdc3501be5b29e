/** Numbers from −1 to 1 that are the same in every run (xorshift32). */
export function randomNumbers(seed: number): () => number {
  const next = randomIntegers(seed);
  return () => next() / 2 ** 31 - 1;
}

/** Bytes around 128, so that weights of both signs are alike in number. */
export function randomBytes(seed: number, length: number): Uint8Array {
  const next = randomIntegers(seed);
  // Four bytes a draw: a full-size tower has 87 million of them.
  const words = new Uint32Array(Math.ceil(length / 4));
  for (let at = 0; at < words.length; at += 1) words[at] = next();
  return new Uint8Array(words.buffer, 0, length);
}

function randomIntegers(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state;
  };
}
