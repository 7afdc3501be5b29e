import { GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import { convertTflite } from './tflite/convert.js';
import { readTflite } from './tflite/read-model.js';
import { addVector, IMAGE_TOWER, VECTOR_TAP } from './image-tower.js';

export const OBJECT_DETECTOR = {
  tensor: 'raw_outputs/class_predictions',
  classes: 24,
  output: 'confidences',
} as const;

/**
 * The whole of the network that the image tower is a part of: the same vector, and for each class the confidence of the surest of
 * its boxes. A file of its own, because it takes longer than the tower, and only images without words are named.
 */
export function buildObjectDetector(tflite: Uint8Array): Uint8Array {
  const { tensor, classes, output } = OBJECT_DETECTOR;
  const graph = new GraphBuilder('object-detector');
  convertTflite(readTflite(tflite), graph, {
    inputName: IMAGE_TOWER.input,
    taps: [VECTOR_TAP, { tensor, as: 'logits' }],
  });
  addVector(graph);
  graph.addNode({
    op: 'ReduceMax',
    inputs: ['logits'],
    output: 'surest',
    attributes: { axes: [1], keepdims: 0 },
  });
  graph.addNode({ op: 'Sigmoid', inputs: ['surest'], output });
  graph.addOutput(output, ['batch', classes]);
  return graph.toFile();
}
