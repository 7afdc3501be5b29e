import { FlatTable } from './flat-table.js';
import { OPERATOR_NAMES } from './operator-names.js';

/** The first subgraph of a TensorFlow Lite file. */
export interface TfliteModel {
  tensors: TfliteTensor[];
  operators: TfliteOperator[];
  /** Indexes into `tensors`. */
  inputs: number[];
  outputs: number[];
}

export interface TfliteTensor {
  name: string;
  shape: number[];
  type: TensorType;
  /** Bytes of a constant; empty for a computed tensor. */
  data: Uint8Array;
  quantization: Quantization | undefined;
}

/** Real value = scale × (stored − zero point), per tensor or per slice of one dimension. */
export interface Quantization {
  scales: number[];
  zeroPoints: number[];
  dimension: number;
}

export interface TfliteOperator {
  /** The schema's name, e.g. `CONV_2D`; `BUILTIN_<n>` for an unknown one, `CUSTOM_<name>` for a custom one. */
  name: string;
  /** Indexes into `tensors`; −1 for an unset optional input. */
  inputs: number[];
  outputs: number[];
  options: FlatTable | undefined;
}

/** Element types by their number in the schema. */
const TENSOR_TYPES = [
  'float32',
  'float16',
  'int32',
  'uint8',
  'int64',
  'string',
  'bool',
  'int16',
  'complex64',
  'int8',
] as const;
export type TensorType = (typeof TENSOR_TYPES)[number];

const CUSTOM = 32;

/** Reads a model; field numbers are those of TensorFlow's public `schema.fbs`, version 3. */
export function readTflite(file: Uint8Array): TfliteModel {
  const model = FlatTable.root(file, 'TFL3');
  const names = model.tables(1).map(operatorName);
  const buffers = model.tables(4);
  const graph = model.tables(2)[0];
  if (graph === undefined) throw new Error('The TensorFlow Lite file holds no graph.');
  return {
    tensors: graph.tables(0).map((tensor) => readTensor(tensor, buffers)),
    inputs: graph.int32s(1),
    outputs: graph.int32s(2),
    operators: graph.tables(3).map((operator) => ({
      name: names[operator.int32(0)] ?? 'UNKNOWN',
      inputs: operator.int32s(1),
      outputs: operator.int32s(2),
      options: operator.table(4),
    })),
  };
}

function operatorName(code: FlatTable): string {
  // Codes past 127 are in the field that was added later; the larger of the two is the code.
  const builtin = Math.max(code.int8(0), code.int32(3));
  if (builtin === CUSTOM) return `CUSTOM_${code.string(1)}`;
  return OPERATOR_NAMES.get(builtin) ?? `BUILTIN_${builtin}`;
}

function readTensor(tensor: FlatTable, buffers: readonly FlatTable[]): TfliteTensor {
  const type = TENSOR_TYPES[tensor.int8(1)];
  const name = tensor.string(3);
  if (type === undefined)
    throw new Error(`The tensor ${name} has an element type that the reader does not know.`);
  return {
    name,
    shape: tensor.int32s(0),
    type,
    data: buffers[tensor.int32(2)]?.bytes(0) ?? new Uint8Array(0),
    quantization: readQuantization(tensor.table(4)),
  };
}

function readQuantization(table: FlatTable | undefined): Quantization | undefined {
  const scales = table?.float32s(2) ?? [];
  if (table === undefined || scales.length === 0) return undefined;
  return { scales, zeroPoints: table.int64s(3), dimension: table.int32(6) };
}
