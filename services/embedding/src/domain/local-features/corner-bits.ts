import type { GreyImage } from './grey-image.js';

/** Bits of a description. */
const BITS = 128;
export const BYTES_OF_BITS = BITS / 8;
const REACH_PX = 12;
/** A smaller step between two places is none, so that plain areas have the same bits in every copy. */
const STEP_MIN = 3;

/** Which of two places around a corner is brighter, for each pair (Calonder et al., "BRIEF", 2010). */
export class CornerBits {
  readonly #image: GreyImage;
  /** From the corner to each place, in `values` of the image. */
  readonly #steps: Int32Array;
  /** The same for one corner near the edge. */
  readonly #stepsAtEdge = new Int32Array(2 * BITS);

  constructor(image: GreyImage) {
    this.#image = image;
    this.#steps = Int32Array.from(
      { length: 2 * BITS },
      (_, place) => (PLACES[2 * place] ?? 0) + (PLACES[2 * place + 1] ?? 0) * image.width,
    );
  }

  /** Into `packed` from `to` on. */
  pack(x: number, y: number, packed: Uint8Array, to: number): void {
    const { values, width } = this.#image;
    const corner = y * width + x;
    const steps = this.#isInside(x, y) ? this.#steps : this.#stepsWithin(x, y);
    for (let byte = 0; byte < BYTES_OF_BITS; byte += 1) {
      let bits = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const pair = 2 * (8 * byte + bit);
        const one = values[corner + (steps[pair] ?? 0)] ?? 0;
        const other = values[corner + (steps[pair + 1] ?? 0)] ?? 0;
        if (one > other + STEP_MIN) bits |= 1 << bit;
      }
      packed[to + byte] = bits;
    }
  }

  #isInside(x: number, y: number): boolean {
    const { width, height } = this.#image;
    return Math.min(x, y, width - 1 - x, height - 1 - y) >= REACH_PX;
  }

  /** A place outside of the image is moved to its edge. */
  #stepsWithin(x: number, y: number): Int32Array {
    const { width, height } = this.#image;
    const steps = this.#stepsAtEdge;
    for (let place = 0; place < steps.length; place += 1) {
      const across = Math.min(width - 1 - x, Math.max(-x, PLACES[2 * place] ?? 0));
      const down = Math.min(height - 1 - y, Math.max(-y, PLACES[2 * place + 1] ?? 0));
      steps[place] = across + down * width;
    }
    return steps;
  }
}

/** Two places for each bit, x and y of each in pixels from the corner; denser near it. Part of what indexes store. */
const PLACES = placesOf(BITS);

function placesOf(pairs: number): Int8Array {
  let state = 12_345;
  // A linear congruential generator; the sum of four is nearly normal.
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Int8Array.from({ length: 4 * pairs }, () => {
    const normal = 1.73 * (next() + next() + next() + next() - 2);
    return Math.max(-REACH_PX, Math.min(REACH_PX, Math.round((normal * REACH_PX) / 2)));
  });
}
