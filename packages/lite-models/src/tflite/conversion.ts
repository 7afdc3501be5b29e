import type { GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import type { TfliteTensor } from './read-model.js';

/** What a converter of one operator works with. */
export interface Conversion {
  graph: GraphBuilder;
  tensor: (index: number) => TfliteTensor;
  /** The ONNX name of a tensor: computed, given, or a constant that is written on first use. */
  name: (index: number) => string;
}
