import { floatValues, integerValues } from './constants.js';
import type { Attribute } from '@imagesearch/onnx-graph/graph-builder';
import type { Conversion } from './conversion.js';
import type { TfliteOperator } from './read-model.js';

type Converter = (operator: TfliteOperator, conversion: Conversion) => void;

/** The ONNX form of each supported operator. Field numbers are those of TensorFlow's public `schema.fbs`. */
export const CONVERTERS: ReadonlyMap<string, Converter> = new Map<string, Converter>([
  ['ADD', (operator, conversion) => plain('Add', operator, conversion, fusedActivation(operator, 0))],
  ['RELU', (operator, conversion) => plain('Relu', operator, conversion)],
  [
    'RELU6',
    (operator, conversion) => activate(operator, conversion, RELU6, conversion.name(input(operator, 0))),
  ],
  ['LOGISTIC', (operator, conversion) => plain('Sigmoid', operator, conversion)],
  ['CONCATENATION', concatenation],
  ['RESHAPE', reshape],
  ['PAD', pad],
  ['DEQUANTIZE', dequantize],
  ['CONV_2D', convolution],
  ['DEPTHWISE_CONV_2D', depthwiseConvolution],
  ['MAX_POOL_2D', maxPool],
  ['RESIZE_BILINEAR', resizeBilinear],
]);

const NONE = 0;
const RELU = 1;
const RELU_N1_TO_1 = 2;
const RELU6 = 3;
const SAME = 0;
const TO_CHANNELS_FIRST = [0, 3, 1, 2];
const TO_CHANNELS_LAST = [0, 2, 3, 1];

function plain(op: string, operator: TfliteOperator, conversion: Conversion, activation = NONE): void {
  const inputs = operator.inputs.map((index) => conversion.name(index));
  finish(operator, conversion, activation, (output) => conversion.graph.addNode({ op, inputs, output }));
}

function concatenation(operator: TfliteOperator, conversion: Conversion): void {
  const inputs = operator.inputs.map((index) => conversion.name(index));
  const axis = operator.options?.int32(0) ?? 0;
  finish(operator, conversion, fusedActivation(operator, 1), (output) =>
    conversion.graph.addNode({ op: 'Concat', inputs, output, attributes: { axis } }),
  );
}

function reshape(operator: TfliteOperator, conversion: Conversion): void {
  const output = conversion.name(outputOf(operator));
  const [batch, ...rest] = conversion.tensor(outputOf(operator)).shape;
  if (batch !== conversion.tensor(input(operator, 0)).shape[0]) {
    throw new Error('A RESHAPE that moves numbers across the batch is not supported by the converter.');
  }
  // 0 copies the dimension of the input, so that the batch stays free.
  const shape = conversion.graph.addIntegers(`${output}/shape`, [0, ...rest]);
  const inputs = [conversion.name(input(operator, 0)), shape];
  conversion.graph.addNode({ op: 'Reshape', inputs, output });
}

function pad(operator: TfliteOperator, conversion: Conversion): void {
  const output = conversion.name(outputOf(operator));
  const amounts = integerValues(conversion.tensor(input(operator, 1)));
  const before = amounts.filter((_, index) => index % 2 === 0);
  const after = amounts.filter((_, index) => index % 2 === 1);
  const pads = conversion.graph.addIntegers(`${output}/pads`, [...before, ...after]);
  conversion.graph.addNode({ op: 'Pad', inputs: [conversion.name(input(operator, 0)), pads], output });
}

function dequantize(operator: TfliteOperator, { graph, tensor, name }: Conversion): void {
  const source = tensor(input(operator, 0));
  if (source.data.length === 0)
    throw new Error('A DEQUANTIZE of a computed tensor is not supported by the converter.');
  graph.addFloats(name(outputOf(operator)), source.shape, floatValues(source, source.shape));
}

function convolution(operator: TfliteOperator, conversion: Conversion): void {
  const weights = conversion.tensor(input(operator, 1));
  const [, height = 1, width = 1] = weights.shape;
  const options = operator.options;
  const attributes = {
    ...window(operator, conversion, [height, width], [options?.int32(5, 1) ?? 1, options?.int32(4, 1) ?? 1]),
    group: 1,
  };
  channelsFirst('Conv', operator, conversion, attributes, fusedActivation(operator, 3), {
    weightOrder: TO_CHANNELS_FIRST,
  });
}

function depthwiseConvolution(operator: TfliteOperator, conversion: Conversion): void {
  const weights = conversion.tensor(input(operator, 1));
  const [, height = 1, width = 1] = weights.shape;
  const options = operator.options;
  const attributes = {
    ...window(operator, conversion, [height, width], [options?.int32(6, 1) ?? 1, options?.int32(5, 1) ?? 1]),
    group: conversion.tensor(input(operator, 0)).shape[3] ?? 1,
  };
  // [1, height, width, channels] → [channels, 1, height, width]
  channelsFirst('Conv', operator, conversion, attributes, fusedActivation(operator, 4), {
    weightOrder: [3, 0, 1, 2],
  });
}

function maxPool(operator: TfliteOperator, conversion: Conversion): void {
  const size: Size = [operator.options?.int32(4) ?? 1, operator.options?.int32(3) ?? 1];
  // ONNX calls a pool's dilation the same, and it is always 1 in TensorFlow Lite.
  const attributes = window(operator, conversion, size, [1, 1]);
  channelsFirst('MaxPool', operator, conversion, attributes, fusedActivation(operator, 5));
}

/** By scales, so that the batch stays free. */
function resizeBilinear(operator: TfliteOperator, conversion: Conversion): void {
  const { graph, name, tensor } = conversion;
  const target = name(outputOf(operator));
  const [, height = 1, width = 1] = tensor(input(operator, 0)).shape;
  const [newHeight = 1, newWidth = 1] = integerValues(tensor(input(operator, 1)));
  const scales = Float32Array.of(1, 1, newHeight / height, newWidth / width);
  const attributes = { mode: 'linear', coordinate_transformation_mode: coordinatesOf(operator) };
  const none = '';
  channelsFirst('Resize', operator, conversion, attributes, NONE, {
    inputs: [none, graph.addFloats(`${target}/scales`, [4], scales)],
  });
}

function coordinatesOf({ options }: TfliteOperator): string {
  if (options?.int8(2) === 1) return 'align_corners';
  return options?.int8(3) === 1 ? 'half_pixel' : 'asymmetric';
}

/** A node with channels first, between two transposes. The runtime removes neighbouring transposes. */
function channelsFirst(
  op: string,
  operator: TfliteOperator,
  conversion: Conversion,
  attributes: Readonly<Record<string, Attribute>>,
  activation: number,
  { weightOrder, inputs: furtherInputs = [] }: { weightOrder?: readonly number[]; inputs?: string[] } = {},
): void {
  const { graph, name } = conversion;
  const target = name(outputOf(operator));
  const transposed = graph.addNode({
    op: 'Transpose',
    inputs: [name(input(operator, 0))],
    output: `${target}/in`,
    attributes: { perm: TO_CHANNELS_FIRST },
  });
  const inputs = [transposed, ...furtherInputs];
  if (weightOrder !== undefined) {
    const weights = `${target}/weights`;
    graph.addNode({
      op: 'Transpose',
      inputs: [name(input(operator, 1))],
      output: weights,
      attributes: { perm: [...weightOrder] },
    });
    inputs.push(weights);
    const bias = operator.inputs[2];
    if (bias !== undefined && bias >= 0) inputs.push(name(bias));
  }
  graph.addNode({ op, inputs, output: `${target}/computed`, attributes });
  finish(operator, conversion, activation, (output) =>
    graph.addNode({
      op: 'Transpose',
      inputs: [`${target}/computed`],
      output,
      attributes: { perm: TO_CHANNELS_LAST },
    }),
  );
}

type Size = readonly [height: number, width: number];

/** Kernel, strides, dilations and pads of an operator whose options start with padding, stride_w, stride_h. */
function window(
  operator: TfliteOperator,
  conversion: Conversion,
  kernel: Size,
  dilations: Size,
): Record<string, number[]> {
  const [, height = 1, width = 1] = conversion.tensor(input(operator, 0)).shape;
  const strides: Size = [operator.options?.int32(2) ?? 1, operator.options?.int32(1) ?? 1];
  const same = (operator.options?.int8(0) ?? SAME) === SAME;
  const [top, bottom] = same ? samePadding(height, kernel[0], strides[0], dilations[0]) : [0, 0];
  const [left, right] = same ? samePadding(width, kernel[1], strides[1], dilations[1]) : [0, 0];
  return {
    kernel_shape: [...kernel],
    strides: [...strides],
    dilations: [...dilations],
    pads: [top, left, bottom, right],
  };
}

/** TensorFlow's SAME padding; an odd amount puts the extra row at the end. */
function samePadding(
  size: number,
  kernel: number,
  stride: number,
  dilation: number,
): readonly [number, number] {
  const span = (Math.ceil(size / stride) - 1) * stride + (kernel - 1) * dilation + 1;
  const total = Math.max(0, span - size);
  const before = Math.floor(total / 2);
  return [before, total - before];
}

/** Adds a node, and behind it the activation that TensorFlow Lite has fused into the operator. */
function finish(
  operator: TfliteOperator,
  conversion: Conversion,
  activation: number,
  addNode: (output: string) => string,
): void {
  const target = conversion.name(outputOf(operator));
  if (activation === NONE) addNode(target);
  else activate(operator, conversion, activation, addNode(`${target}/linear`));
}

function activate(
  operator: TfliteOperator,
  { graph, name }: Conversion,
  activation: number,
  from: string,
): void {
  const output = name(outputOf(operator));
  if (activation === RELU) {
    graph.addNode({ op: 'Relu', inputs: [from], output });
    return;
  }
  if (activation !== RELU6 && activation !== RELU_N1_TO_1) {
    throw new Error(
      `The fused activation ${activation} of ${operator.name} is not supported by the converter.`,
    );
  }
  const [low, high] = activation === RELU6 ? [0, 6] : [-1, 1];
  const least = graph.addFloats(`${output}/low`, [], Float32Array.of(low));
  const most = graph.addFloats(`${output}/high`, [], Float32Array.of(high));
  graph.addNode({ op: 'Clip', inputs: [from, least, most], output });
}

function fusedActivation({ options }: TfliteOperator, field: number): number {
  return options?.int8(field) ?? NONE;
}

function input({ name, inputs }: TfliteOperator, position: number): number {
  const index = inputs[position];
  if (index === undefined) throw new Error(`The operator ${name} lacks its input ${position}.`);
  return index;
}

function outputOf({ name, outputs }: TfliteOperator): number {
  const [index] = outputs;
  if (index === undefined || outputs.length !== 1)
    throw new Error(`The operator ${name} does not have one output.`);
  return index;
}
