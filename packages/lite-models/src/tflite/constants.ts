import type { TfliteTensor } from './read-model.js';

/** The values of a constant as single-precision numbers, for every stored type. */
export function floatValues(
  { name, type, data, quantization }: TfliteTensor,
  shape: readonly number[],
): Float32Array {
  const stored = storedValues(name, type, data);
  if (quantization === undefined) return new Float32Array(stored);
  const { scales, zeroPoints, dimension } = quantization;
  // Elements between two steps of the quantised dimension.
  const stride = shape.slice(dimension + 1).reduce((product, size) => product * size, 1);
  return Float32Array.from(stored, (value, index) => {
    const slice = scales.length === 1 ? 0 : Math.floor(index / stride) % scales.length;
    return (value - (zeroPoints[slice] ?? 0)) * (scales[slice] ?? 1);
  });
}

/** The values of an integer constant, such as a shape or an amount of padding. */
export function integerValues({ name, type, data }: TfliteTensor): number[] {
  if (type !== 'int32') throw new Error(`The tensor ${name} is ${type} where int32 is expected.`);
  return [...view(data, Int32Array)];
}

function storedValues(name: string, type: string, data: Uint8Array): ArrayLike<number> & Iterable<number> {
  switch (type) {
    case 'float32':
      return view(data, Float32Array);
    case 'float16':
      return fromHalves(view(data, Uint16Array));
    case 'int8':
      return view(data, Int8Array);
    case 'uint8':
      return data;
    case 'int32':
      return view(data, Int32Array);
    default:
      throw new Error(`The constant ${name} is stored as ${type}, which the converter does not read.`);
  }
}

interface ViewConstructor<T> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): T;
}

function view<T>(data: Uint8Array, constructor: ViewConstructor<T>): T {
  return new constructor(data.buffer, data.byteOffset, data.byteLength / constructor.BYTES_PER_ELEMENT);
}

/** A loop, because `Float32Array.from` takes ten times as long for the millions of weights of a network. */
function fromHalves(halves: Uint16Array): Float32Array {
  const values = new Float32Array(halves.length);
  for (let at = 0; at < halves.length; at += 1) values[at] = fromHalf(halves[at] ?? 0);
  return values;
}

/** IEEE 754 binary16 → number. */
export function fromHalf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 0x1f;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
