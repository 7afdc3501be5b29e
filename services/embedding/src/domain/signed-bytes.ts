/** A byte as a number from -1 to 1, which some networks read. */
export const SIGNED_OF_BYTE = Float32Array.from({ length: 256 }, (_, value) => value / 127.5 - 1);
