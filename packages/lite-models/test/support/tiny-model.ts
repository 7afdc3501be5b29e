import { Builder } from 'flatbuffers';

export interface TinyTensor {
  name: string;
  shape: number[];
  /** 0 is float32, 1 float16, 2 int32, 9 int8. */
  type?: number;
  data?: Uint8Array;
  scales?: number[];
  zeroPoints?: number[];
  quantizedDimension?: number;
}

export interface TinyOperator {
  code: number;
  inputs: number[];
  outputs: number[];
  /** Options by field number; `int8` for enumerations, `int32` for the rest. */
  options?: Record<number, { int8: number } | { int32: number }>;
}

/** Writes a TensorFlow Lite file of one graph, input 0 and the last tensor as output, for tests of the reader. */
export function tinyModel(tensors: readonly TinyTensor[], operators: readonly TinyOperator[]): Uint8Array {
  const builder = new Builder(1024);
  const codes = operators.map(({ code }) =>
    table(builder, 4, () => {
      builder.addFieldInt8(0, Math.min(code, 127), 0);
      builder.addFieldInt32(3, code, 0);
    }),
  );
  const buffers = [undefined, ...tensors.map(({ data }) => data)].map((data) => {
    const bytes = data === undefined ? 0 : builder.createByteVector(data);
    return table(builder, 1, () => builder.addFieldOffset(0, bytes, 0));
  });
  const tensorTables = tensors.map((tensor, index) => writeTensor(builder, tensor, index + 1));
  const operatorTables = operators.map((operator, index) => writeOperator(builder, operator, index));
  const parts = [offsets(builder, tensorTables), int32s(builder, [0]), int32s(builder, [tensors.length - 1])];
  const operatorVector = offsets(builder, operatorTables);
  const graph = table(builder, 5, () => {
    parts.forEach((part, field) => builder.addFieldOffset(field, part, 0));
    builder.addFieldOffset(3, operatorVector, 0);
  });
  const [codeVector, graphVector, bufferVector] = [codes, [graph], buffers].map((list) =>
    offsets(builder, list),
  );
  const model = table(builder, 5, () => {
    builder.addFieldInt32(0, 3, 0);
    builder.addFieldOffset(1, codeVector ?? 0, 0);
    builder.addFieldOffset(2, graphVector ?? 0, 0);
    builder.addFieldOffset(4, bufferVector ?? 0, 0);
  });
  builder.finish(model, 'TFL3');
  return builder.asUint8Array().slice();
}

/** Numbers as they lie in a file, in single precision. */
export function floatBytes(...values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

export function int32Bytes(...values: number[]): Uint8Array {
  return new Uint8Array(Int32Array.from(values).buffer);
}

function writeTensor(builder: Builder, tensor: TinyTensor, buffer: number): number {
  const { name, shape, type = 0, scales = [], zeroPoints = [], quantizedDimension = 0 } = tensor;
  const nameOffset = builder.createString(name);
  const shapeOffset = int32s(builder, shape);
  const quantization =
    scales.length === 0 ? 0 : writeQuantization(builder, scales, zeroPoints, quantizedDimension);
  return table(builder, 5, () => {
    builder.addFieldOffset(0, shapeOffset, 0);
    builder.addFieldInt8(1, type, 0);
    builder.addFieldInt32(2, buffer, 0);
    builder.addFieldOffset(3, nameOffset, 0);
    builder.addFieldOffset(4, quantization, 0);
  });
}

function writeQuantization(
  builder: Builder,
  scales: number[],
  zeroPoints: number[],
  dimension: number,
): number {
  builder.startVector(4, scales.length, 4);
  for (const scale of scales.toReversed()) builder.addFloat32(scale);
  const scaleVector = builder.endVector();
  builder.startVector(8, zeroPoints.length, 8);
  for (const point of zeroPoints.toReversed()) builder.addInt64(BigInt(point));
  const zeroPointVector = builder.endVector();
  return table(builder, 7, () => {
    builder.addFieldOffset(2, scaleVector, 0);
    builder.addFieldOffset(3, zeroPointVector, 0);
    builder.addFieldInt32(6, dimension, 0);
  });
}

function writeOperator(
  builder: Builder,
  { inputs, outputs, options = {} }: TinyOperator,
  code: number,
): number {
  const vectors = [int32s(builder, inputs), int32s(builder, outputs)];
  const optionsTable = table(builder, 8, () => {
    for (const [field, value] of Object.entries(options)) {
      if ('int8' in value) builder.addFieldInt8(Number(field), value.int8, 0);
      else builder.addFieldInt32(Number(field), value.int32, 0);
    }
  });
  return table(builder, 5, () => {
    builder.addFieldInt32(0, code, 0);
    vectors.forEach((vector, index) => builder.addFieldOffset(index + 1, vector, 0));
    builder.addFieldOffset(4, optionsTable, 0);
  });
}

function table(builder: Builder, fields: number, fill: () => void): number {
  builder.startObject(fields);
  fill();
  return builder.endObject();
}

function offsets(builder: Builder, list: readonly number[]): number {
  builder.startVector(4, list.length, 4);
  for (const offset of list.toReversed()) builder.addOffset(offset);
  return builder.endVector();
}

function int32s(builder: Builder, list: readonly number[]): number {
  builder.startVector(4, list.length, 4);
  for (const value of list.toReversed()) builder.addInt32(value);
  return builder.endVector();
}
