import { describe, expect, test } from '@jest/globals';
import { GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import { fromHalf } from '../src/tflite/constants.js';
import { convertTflite } from '../src/tflite/convert.js';
import { readTflite } from '../src/tflite/read-model.js';
import { runGraph } from './support/run-graph.js';
import {
  floatBytes,
  int32Bytes,
  tinyModel,
  type TinyOperator,
  type TinyTensor,
} from './support/tiny-model.js';

const ADD = 0;
const CONCATENATION = 2;
const CONV_2D = 3;
const DEPTHWISE_CONV_2D = 4;
const DEQUANTIZE = 6;
const LOGISTIC = 14;
const MAX_POOL_2D = 17;
const RELU = 19;
const RESHAPE = 22;
const RESIZE_BILINEAR = 23;
const PAD = 34;
const SOFTMAX = 25;
const RELU6_FUSED = { int8: 3 };
const VALID = { int8: 1 };

/** Converts a model whose last tensor is the tap, and runs it. */
async function run(
  tensors: TinyTensor[],
  operators: TinyOperator[],
  values: number[],
  dims = tensors[0]?.shape ?? [],
) {
  const graph = new GraphBuilder('test');
  const last = tensors.at(-1);
  if (last === undefined) throw new Error('A model has tensors.');
  const taps = [{ tensor: last.name, as: 'y' }];
  convertTflite(readTflite(tinyModel(tensors, operators)), graph, { inputName: 'x', taps });
  graph.addOutput('y', ['batch', ...last.shape.slice(1)]);
  const { y } = await runGraph(graph.toFile(), 'x', Float32Array.from(values), dims);
  return { dims: y?.dims, values: [...(y?.data ?? [])] };
}

const x = (...shape: number[]): TinyTensor => ({ name: 'input', shape });
const y = (...shape: number[]): TinyTensor => ({ name: 'output', shape });

describe('each operator computes what TensorFlow Lite defines', () => {
  test('ADD of a constant, with a fused RELU6', async () => {
    const constant = { name: 'c', shape: [3], data: floatBytes(1, 2, 3) };
    const add = { code: ADD, inputs: [0, 1], outputs: [2], options: { 0: RELU6_FUSED } };
    const result = await run([x(1, 3), constant, y(1, 3)], [add], [-4, 1, 5]);
    expect(result.values).toEqual([0, 3, 6]);
  });

  test('CONV_2D of stride 2 pads the larger half at the end under SAME', async () => {
    const weights = { name: 'w', shape: [1, 3, 3, 1], data: floatBytes(1, 1, 1, 1, 1, 1, 1, 1, 1) };
    const bias = { name: 'b', shape: [1], data: floatBytes(0.5) };
    const conv = {
      code: CONV_2D,
      inputs: [0, 1, 2],
      outputs: [3],
      options: { 1: { int32: 2 }, 2: { int32: 2 } },
    };
    const image = Array.from({ length: 16 }, (_, index) => index);
    const result = await run([x(1, 4, 4, 1), weights, bias, y(1, 2, 2, 1)], [conv], image);
    // Windows begin at row and column 0 and 2; what lies past the edge counts as 0.
    expect(result.values).toEqual([45.5, 39.5, 66.5, 50.5]);
  });

  test('CONV_2D mixes channels in the order of TensorFlow', async () => {
    const weights = { name: 'w', shape: [2, 1, 1, 2], data: floatBytes(1, 10, 100, 1000) };
    const bias = { name: 'b', shape: [2], data: floatBytes(0, 0) };
    const options = { 0: VALID, 1: { int32: 1 }, 2: { int32: 1 } };
    const conv = { code: CONV_2D, inputs: [0, 1, 2], outputs: [3], options };
    const result = await run([x(1, 1, 2, 2), weights, bias, y(1, 1, 2, 2)], [conv], [1, 2, 3, 4]);
    expect(result.values).toEqual([21, 2100, 43, 4300]);
  });

  test('DEPTHWISE_CONV_2D keeps channels apart', async () => {
    const weights = { name: 'w', shape: [1, 2, 1, 2], data: floatBytes(1, 10, 2, 20) };
    const bias = { name: 'b', shape: [2], data: floatBytes(0, 1) };
    const options = { 0: VALID, 1: { int32: 1 }, 2: { int32: 1 } };
    const conv = { code: DEPTHWISE_CONV_2D, inputs: [0, 1, 2], outputs: [3], options };
    const result = await run([x(1, 2, 1, 2), weights, bias, y(1, 1, 1, 2)], [conv], [1, 2, 3, 4]);
    expect(result.values).toEqual([7, 101]);
  });

  test('MAX_POOL_2D ignores padding even where all numbers are negative', async () => {
    const options = { 1: { int32: 2 }, 2: { int32: 2 }, 3: { int32: 2 }, 4: { int32: 2 } };
    const pool = { code: MAX_POOL_2D, inputs: [0], outputs: [1], options };
    const result = await run([x(1, 3, 3, 1), y(1, 2, 2, 1)], [pool], [-1, -2, -3, -4, -5, -6, -7, -8, -9]);
    expect(result.values).toEqual([-1, -3, -7, -9]);
  });

  test('PAD adds zeros on the side it names', async () => {
    const amounts = { name: 'p', shape: [2, 2], type: 2, data: int32Bytes(0, 0, 1, 2) };
    const pad = { code: PAD, inputs: [0, 1], outputs: [2] };
    const result = await run([x(1, 2), amounts, y(1, 5)], [pad], [7, 8]);
    expect(result.values).toEqual([0, 7, 8, 0, 0]);
  });

  test('RELU, LOGISTIC and CONCATENATION along the last axis', async () => {
    const tensors = [x(1, 2), { name: 'r', shape: [1, 2] }, { name: 's', shape: [1, 2] }, y(1, 4)];
    const operators = [
      { code: RELU, inputs: [0], outputs: [1] },
      { code: LOGISTIC, inputs: [1], outputs: [2] },
      { code: CONCATENATION, inputs: [1, 2], outputs: [3], options: { 0: { int32: -1 } } },
    ];
    const result = await run(tensors, operators, [-3, 4]);
    expect(result.values.slice(0, 3)).toEqual([0, 4, 0.5]);
    expect(result.values[3]).toBeCloseTo(1 / (1 + Math.exp(-4)), 6);
  });

  test.each([
    ['half-pixel centres', { 3: { int8: 1 } }, [0, 1, 3, 4]],
    ['aligned corners', { 2: { int8: 1 } }, [0, 4 / 3, 8 / 3, 4]],
    ['neither', {}, [0, 2, 4, 4]],
  ])('RESIZE_BILINEAR with %s', async (_name, options: TinyOperator['options'], expected) => {
    const size = { name: 's', shape: [2], type: 2, data: int32Bytes(2, 4) };
    const resize = { code: RESIZE_BILINEAR, inputs: [0, 1], outputs: [2], ...(options && { options }) };
    const result = await run([x(1, 1, 2, 1), size, y(1, 2, 4, 1)], [resize], [0, 4]);
    expect(result.dims).toEqual([1, 2, 4, 1]);
    [...expected, ...expected].forEach((value, at) => expect(result.values[at]).toBeCloseTo(value, 5));
  });

  test('a model whose size is left free runs on a larger image', async () => {
    const weights = { name: 'w', shape: [1, 3, 3, 1], data: floatBytes(1, 1, 1, 1, 1, 1, 1, 1, 1) };
    const bias = { name: 'b', shape: [1], data: floatBytes(0) };
    const conv = {
      code: CONV_2D,
      inputs: [0, 1, 2],
      outputs: [3],
      options: { 1: { int32: 1 }, 2: { int32: 1 } },
    };
    const model = readTflite(tinyModel([x(1, 2, 2, 1), weights, bias, y(1, 2, 2, 1)], [conv]));
    const graph = new GraphBuilder('test');
    convertTflite(model, graph, {
      inputName: 'x',
      taps: [{ tensor: 'output', as: 'y' }],
      freeSize: true,
    });
    graph.addOutput('y', ['batch', 'height', 'width', 1]);
    const { y: sums } = await runGraph(graph.toFile(), 'x', new Float32Array(12).fill(1), [1, 3, 4, 1]);
    expect([...(sums?.data ?? [])]).toEqual([4, 6, 6, 4, 6, 9, 9, 6, 4, 6, 6, 4]);
  });

  test('RESHAPE leaves the batch free', async () => {
    const shape = { name: 's', shape: [2], type: 2, data: int32Bytes(1, 4) };
    const reshape = { code: RESHAPE, inputs: [0, 1], outputs: [2] };
    const result = await run([x(1, 2, 2), shape, y(1, 4)], [reshape], [1, 2, 3, 4, 5, 6, 7, 8], [2, 2, 2]);
    expect(result.dims).toEqual([2, 4]);
  });

  test('DEQUANTIZE reads half precision', async () => {
    const half = {
      name: 'h',
      shape: [2],
      type: 1,
      data: new Uint8Array(Uint16Array.of(0x3c00, 0xc500).buffer),
    };
    const operators = [
      { code: DEQUANTIZE, inputs: [1], outputs: [2] },
      { code: ADD, inputs: [0, 2], outputs: [3] },
    ];
    const result = await run([x(1, 2), half, { name: 'f', shape: [2] }, y(1, 2)], operators, [10, 10]);
    expect(result.values).toEqual([11, 5]);
  });

  test('an eight-bit constant takes the scale and zero point of its slice', async () => {
    const data = new Uint8Array(Int8Array.of(1, 2, -3, 4).buffer);
    const quantization = { scales: [0.5, 2], zeroPoints: [1, 0], quantizedDimension: 0 };
    const constant = { name: 'q', shape: [2, 2], type: 9, data, ...quantization };
    const add = { code: ADD, inputs: [0, 1], outputs: [2] };
    const result = await run([x(2, 2), constant, y(2, 2)], [add], [0, 0, 0, 0]);
    expect(result.values).toEqual([0, 0.5, -6, 8]);
  });
});

describe('what cannot be converted is refused by name', () => {
  test('an operator that is not supported', async () => {
    const softmax = { code: SOFTMAX, inputs: [0], outputs: [1] };
    await expect(run([x(1, 2), y(1, 2)], [softmax], [0, 0])).rejects.toThrow('BUILTIN_25 is not supported');
  });

  test('a fused activation that is not supported', async () => {
    const add = { code: ADD, inputs: [0, 0], outputs: [1], options: { 0: { int8: 4 } } };
    await expect(run([x(1, 2), y(1, 2)], [add], [0, 0])).rejects.toThrow('fused activation 4 of ADD');
  });

  test('a tap that the model lacks', () => {
    const model = readTflite(tinyModel([x(1, 2), y(1, 2)], [{ code: RELU, inputs: [0], outputs: [1] }]));
    const options = { inputName: 'x', taps: [{ tensor: 'elsewhere', as: 'y' }] };
    expect(() => convertTflite(model, new GraphBuilder('test'), options)).toThrow(
      'no tensor named elsewhere',
    );
  });

  test('a file that is not TensorFlow Lite', () => {
    expect(() => readTflite(new Uint8Array(64))).toThrow('not a TFL3 file');
  });
});

test('what comes only after the tap is left out, so an operator there need not be supported', async () => {
  const tensors = [x(1, 2), { name: 'after', shape: [1, 2] }, y(1, 2)];
  const operators = [
    { code: RELU, inputs: [0], outputs: [2] },
    { code: SOFTMAX, inputs: [2], outputs: [1] },
  ];
  expect((await run(tensors, operators, [-1, 3])).values).toEqual([0, 3]);
});

test.each([
  [0x0000, 0],
  [0x3c00, 1],
  [0xc000, -2],
  [0x0001, 2 ** -24],
  [0x7bff, 65_504],
  [0x7c00, Infinity],
])('half-precision bits %i are %d', (bits, value) => {
  expect(fromHalf(bits)).toBe(value);
});
