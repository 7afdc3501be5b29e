import type { Dimension, GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import type { Conversion } from './conversion.js';
import { floatValues } from './constants.js';
import { CONVERTERS } from './operators.js';
import type { TfliteModel, TfliteOperator, TfliteTensor } from './read-model.js';

export interface ConvertOptions {
  /** Outputs of the ONNX graph: for each tensor of the model its name there. Later operators are left out. */
  taps: readonly { tensor: string; as: string }[];
  /** Name of the ONNX graph's input, which replaces the model's only input; its first dimension becomes `batch`. */
  inputName: string;
  /**
   * Makes the input's height and width free, for a model that has only convolutions. Padding is computed for the model's
   * own size, so every other size must also be a multiple of the product of all strides.
   */
  freeSize?: boolean;
}

/**
 * Writes the part of a model that leads to the taps into a graph. Tensors keep
 * TensorFlow's layout (batch, height, width, channels); every computation is in single precision.
 * @throws Error naming an operator, an option or a type that is not supported.
 */
export function convertTflite(model: TfliteModel, graph: GraphBuilder, options: ConvertOptions): void {
  const [input] = model.inputs;
  if (model.inputs.length !== 1 || input === undefined)
    throw new Error('Only models with one input can be converted.');
  const taps = options.taps.map((tap): [number, string] => [findTensor(model, tap.tensor), tap.as]);
  const conversion = createConversion(model, graph, new Map([[input, options.inputName], ...taps]));
  const shape: Dimension[] = ['batch', ...conversion.tensor(input).shape.slice(1)];
  if (options.freeSize === true) shape.splice(1, 2, 'height', 'width');
  graph.addInput(options.inputName, shape);
  for (const operator of operatorsFor(
    model,
    taps.map(([index]) => index),
  )) {
    const convert = CONVERTERS.get(operator.name);
    if (convert === undefined)
      throw new Error(`The operator ${operator.name} is not supported by the converter.`);
    convert(operator, conversion);
  }
}

function createConversion(model: TfliteModel, graph: GraphBuilder, names: Map<number, string>): Conversion {
  const computed = new Set(model.operators.flatMap(({ outputs }) => outputs));
  const tensor = (index: number): TfliteTensor => {
    const found = model.tensors[index];
    if (found === undefined) throw new Error(`The model has no tensor ${index}.`);
    return found;
  };
  const name = (index: number): string => {
    const known = names.get(index);
    if (known !== undefined) return known;
    const added = `t${index}`;
    names.set(index, added);
    const constant = tensor(index);
    if (!computed.has(index)) graph.addFloats(added, constant.shape, floatValues(constant, constant.shape));
    return added;
  };
  return { graph, tensor, name };
}

function findTensor({ tensors }: TfliteModel, name: string): number {
  const index = tensors.findIndex((tensor) => tensor.name === name);
  if (index === -1) throw new Error(`The model has no tensor named ${name}.`);
  return index;
}

/** The operators that the outputs depend on, in the model's order, which is an order of execution. */
function operatorsFor({ operators }: TfliteModel, tensors: readonly number[]): TfliteOperator[] {
  const wanted = new Set(tensors);
  const kept: TfliteOperator[] = [];
  for (const operator of operators.toReversed()) {
    if (!operator.outputs.some((output) => wanted.has(output))) continue;
    for (const input of operator.inputs) wanted.add(input);
    kept.push(operator);
  }
  return kept.reverse();
}
