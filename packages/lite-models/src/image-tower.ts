import { GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import { convertTflite } from './tflite/convert.js';
import { readTflite } from './tflite/read-model.js';
import { IMAGE_MEAN } from './image-mean.js';

export const IMAGE_TOWER = {
  /** The deepest residual sum of the backbone, before the layers that predict boxes. */
  tap: 'FeatureExtractor/MobilenetV2/expanded_conv_15/add',
  dimensions: 160,
  sidePixels: 300,
  input: 'pixels',
  output: 'vector',
} as const;

/** The SSD-MobileNetV2 backbone up to the tap, averaged over the image, minus `IMAGE_MEAN`. Vectors are not normalised. */
export function buildImageTower(tflite: Uint8Array): Uint8Array {
  const graph = new GraphBuilder('image-tower');
  convertTflite(readTflite(tflite), graph, { inputName: IMAGE_TOWER.input, taps: [VECTOR_TAP] });
  addVector(graph);
  return graph.toFile();
}

/** What `addVector` reads. */
export const VECTOR_TAP = { tensor: IMAGE_TOWER.tap, as: 'features' } as const;

/** The vector as an output of a graph that has the tap. */
export function addVector(graph: GraphBuilder): void {
  const { output, dimensions } = IMAGE_TOWER;
  graph.addNode({
    op: 'ReduceMean',
    inputs: [VECTOR_TAP.as],
    output: 'average',
    attributes: { axes: [1, 2], keepdims: 0 },
  });
  const mean = graph.addFloats('mean', [dimensions], Float32Array.from(IMAGE_MEAN));
  graph.addNode({ op: 'Sub', inputs: ['average', mean], output });
  graph.addOutput(output, ['batch', dimensions]);
}
