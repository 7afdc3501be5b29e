import onnxProto from 'onnx-proto';
import type { onnx } from 'onnx-proto';

export type Attribute = number | number[] | string | { float: number };
/** The size of a dimension; a string names a free dimension, such as `batch`. */
export type Dimension = number | string;

export type ElementType = 'float32' | 'int64' | 'uint8';

export interface NodeSpec {
  op: string;
  inputs: readonly string[];
  output: string;
  /** Outputs after the first. */
  further?: readonly string[];
  attributes?: Readonly<Record<string, Attribute>>;
}

const { AttributeProto, ModelProto, TensorProto } = onnxProto.onnx;
const { FLOAT, INT64, UINT8 } = TensorProto.DataType;
const ELEMENT_TYPES: Readonly<Record<ElementType, number>> = { float32: FLOAT, int64: INT64, uint8: UINT8 };
/** The oldest versions that have all operators used here, so that many runtimes can read the file. */
const OPSET_VERSION = 13;
const IR_VERSION = 7;

/** Builds an ONNX graph and encodes it as a file. Nodes must be added in the order of execution. */
export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: onnx.INodeProto[] = [];
  readonly #constants = new Map<string, onnx.ITensorProto>();
  readonly #inputs: onnx.IValueInfoProto[] = [];
  readonly #outputs: onnx.IValueInfoProto[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  addInput(name: string, shape: readonly Dimension[], type: ElementType = 'float32'): void {
    this.#inputs.push(valueInfo(name, shape, type));
  }

  addOutput(name: string, shape: readonly Dimension[]): void {
    this.#outputs.push(valueInfo(name, shape, 'float32'));
  }

  /** Adds a node. @returns the name of its first output. */
  addNode({ op, inputs, output, further = [], attributes = {} }: NodeSpec): string {
    this.#nodes.push({
      opType: op,
      name: `${op}:${output}`,
      input: [...inputs],
      output: [output, ...further],
      attribute: Object.entries(attributes).map(([name, value]) => attribute(name, value)),
    });
    return output;
  }

  /** Adds a float32 constant, row-major. @returns its name. */
  addFloats(name: string, shape: readonly number[], values: Float32Array): string {
    return this.#addConstant({ name, dims: [...shape], dataType: FLOAT, rawData: littleEndian(values) });
  }

  /** Adds an int64 constant of shape [values.length]. @returns its name. */
  addIntegers(name: string, values: readonly number[]): string {
    const rawData = littleEndian(BigInt64Array.from(values, BigInt));
    return this.#addConstant({ name, dims: [values.length], dataType: INT64, rawData });
  }

  /** Adds a uint8 constant, row-major. @returns its name. */
  addBytes(name: string, shape: readonly number[], values: Uint8Array): string {
    return this.#addConstant({ name, dims: [...shape], dataType: UINT8, rawData: values });
  }

  /** The bytes of an ONNX file, without constants that no node reads. */
  toFile(): Uint8Array {
    const used = new Set(this.#nodes.flatMap((node) => node.input ?? []));
    return ModelProto.encode({
      irVersion: IR_VERSION,
      producerName: 'imagesearch',
      opsetImport: [{ domain: '', version: OPSET_VERSION }],
      graph: {
        name: this.#name,
        node: this.#nodes,
        initializer: [...this.#constants.values()].filter(({ name }) => used.has(name ?? '')),
        input: this.#inputs,
        output: this.#outputs,
      },
    }).finish();
  }

  #addConstant(tensor: onnx.ITensorProto & { name: string }): string {
    this.#constants.set(tensor.name, tensor);
    return tensor.name;
  }
}

function attribute(name: string, value: Attribute): onnx.IAttributeProto {
  const { AttributeType } = AttributeProto;
  if (Array.isArray(value)) return { name, type: AttributeType.INTS, ints: value };
  if (typeof value === 'string') return { name, type: AttributeType.STRING, s: Buffer.from(value) };
  if (typeof value === 'number') return { name, type: AttributeType.INT, i: value };
  return { name, type: AttributeType.FLOAT, f: value.float };
}

function valueInfo(name: string, shape: readonly Dimension[], type: ElementType): onnx.IValueInfoProto {
  const dim = shape.map((size) => (typeof size === 'string' ? { dimParam: size } : { dimValue: size }));
  return { name, type: { tensorType: { elemType: ELEMENT_TYPES[type], shape: { dim } } } };
}

function littleEndian(values: Float32Array | BigInt64Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength).slice();
}
