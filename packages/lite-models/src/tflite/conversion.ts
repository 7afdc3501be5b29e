import type { GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import type { TfliteTensor } from './read-model.js';

/** The state that converters of operators share. */
export interface Conversion {
  graph: GraphBuilder;
  tensor: (index: number) => TfliteTensor;
  /** The ONNX name of a tensor; a constant is added to the graph on first use. */
  name: (index: number) => string;
}
