import { GraphBuilder, type Attribute, type NodeSpec } from '@imagesearch/onnx-graph/graph-builder';
import { randomBytes, randomNumbers } from './random-weights.js';

export interface NetworkSize {
  width: number;
  heads: number;
  layers: number;
  /** Eight bits a weight, as in the published files that the manifest names; else single precision. */
  isQuantized: boolean;
}

/** Zero of a weight of eight bits. */
const WEIGHT_ZERO = 128;
/** Activations stay near 1 through the layers when a weight is about this over the root of its inputs. */
const WEIGHT_SPREAD = 1.5;

/** Layers of transformers as exporters write them, with weights drawn from a seed. */
export class Layers {
  readonly graph: GraphBuilder;
  readonly size: NetworkSize;
  #names = 0;

  constructor(name: string, size: NetworkSize) {
    this.graph = new GraphBuilder(name);
    this.size = size;
  }

  /** A node; its output's name is made up unless `as` gives one. */
  node(
    op: string,
    inputs: readonly string[],
    attributes: Record<string, Attribute> = {},
    as?: string,
  ): string {
    const spec: NodeSpec = { op, inputs, output: as ?? this.#name(op), attributes };
    return this.graph.addNode(spec);
  }

  numbers(...values: number[]): string {
    return this.graph.addFloats(this.#name('number'), [values.length], Float32Array.from(values));
  }

  integers(...values: number[]): string {
    return this.graph.addIntegers(this.#name('integers'), values);
  }

  weights(shape: readonly number[], spread: number): string {
    const name = this.#name('weights');
    const draw = randomNumbers(this.#names);
    const length = shape.reduce((product, size) => product * size, 1);
    return this.graph.addFloats(
      name,
      shape,
      Float32Array.from({ length }, () => spread * draw()),
    );
  }

  /** x · W + b, through eight-bit products where the size says so. */
  linear(input: string, inputs: number, outputs: number, as?: string): string {
    const spread = WEIGHT_SPREAD / Math.sqrt(inputs);
    const bias = this.weights([outputs], 0.1);
    const product = this.size.isQuantized
      ? this.#quantizedProduct(input, inputs, outputs, spread)
      : this.node('MatMul', [input, this.weights([inputs, outputs], spread)]);
    return this.node('Add', [product, bias], {}, as);
  }

  /** Rows of a table by their ids. */
  embedding(ids: string, rows: number): string {
    const { width, isQuantized } = this.size;
    if (!isQuantized) return this.node('Gather', [this.weights([rows, width], 0.5), ids]);
    const table = this.graph.addBytes(
      this.#name('table'),
      [rows, width],
      randomBytes(this.#names, rows * width),
    );
    const row = this.node('Gather', [table, ids]);
    return this.node('DequantizeLinear', [row, this.#scalar(0.5 / WEIGHT_ZERO), this.#byte(WEIGHT_ZERO)]);
  }

  layerNorm(input: string): string {
    const { width } = this.size;
    const centred = this.node('Sub', [input, this.node('ReduceMean', [input], { axes: [-1] })]);
    const variance = this.node('ReduceMean', [this.node('Mul', [centred, centred])], { axes: [-1] });
    const deviation = this.node('Sqrt', [this.node('Add', [variance, this.numbers(1e-5)])]);
    const scale = this.graph.addFloats(this.#name('scale'), [width], new Float32Array(width).fill(1));
    return this.node('Mul', [this.node('Div', [centred, deviation]), scale]);
  }

  /** Attention over [batch, tokens, width]; `mask` is added to the scores. */
  attention(input: string, mask?: string): string {
    const { width, heads } = this.size;
    const shape = this.integers(0, 0, heads, width / heads);
    const split = (perm: number[]): string =>
      this.node('Transpose', [this.node('Reshape', [this.linear(input, width, width), shape])], { perm });
    const products = this.node('MatMul', [split([0, 2, 1, 3]), split([0, 2, 3, 1])]);
    const scaled = this.node('Mul', [products, this.numbers(1 / Math.sqrt(width / heads))]);
    const scores = mask === undefined ? scaled : this.node('Add', [scaled, mask]);
    const shares = this.node('Softmax', [scores], { axis: -1 });
    const mixed = this.node('Transpose', [this.node('MatMul', [shares, split([0, 2, 1, 3])])], {
      perm: [0, 2, 1, 3],
    });
    return this.linear(this.node('Reshape', [mixed, this.integers(0, 0, width)]), width, width);
  }

  feedForward(input: string): string {
    const { width } = this.size;
    const hidden = this.linear(input, width, 4 * width);
    const gate = this.node('Sigmoid', [this.node('Mul', [hidden, this.numbers(1.702)])]);
    return this.linear(this.node('Mul', [hidden, gate]), 4 * width, width);
  }

  /** The layers of an encoder that norms before each part. */
  encoder(input: string, mask?: string): string {
    let state = input;
    for (let layer = 0; layer < this.size.layers; layer += 1) {
      state = this.node('Add', [state, this.attention(this.layerNorm(state), mask)]);
      state = this.node('Add', [state, this.feedForward(this.layerNorm(state))]);
    }
    return state;
  }

  #quantizedProduct(input: string, inputs: number, outputs: number, spread: number): string {
    const weights = this.graph.addBytes(
      this.#name('weights'),
      [inputs, outputs],
      randomBytes(this.#names, inputs * outputs),
    );
    const output = this.#name('quantized');
    const [scale, zero] = [`${output}.scale`, `${output}.zero`];
    this.graph.addNode({ op: 'DynamicQuantizeLinear', inputs: [input], output, further: [scale, zero] });
    const sums = this.node('MatMulInteger', [output, weights, zero, this.#byte(WEIGHT_ZERO)]);
    const weightScale = this.numbers(spread / WEIGHT_ZERO);
    return this.node('Mul', [this.node('Cast', [sums], { to: 1 }), this.node('Mul', [scale, weightScale])]);
  }

  #scalar(value: number): string {
    return this.graph.addFloats(this.#name('scalar'), [], Float32Array.of(value));
  }

  #byte(value: number): string {
    return this.graph.addBytes(this.#name('byte'), [], Uint8Array.of(value));
  }

  #name(kind: string): string {
    this.#names += 1;
    return `${kind}_${this.#names}`;
  }
}
