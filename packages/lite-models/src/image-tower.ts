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

/** What the network detects, for each of its classes. No part of the fingerprint, because no vector depends on it. */
export const DETECTION = {
  tensor: 'raw_outputs/class_predictions',
  classes: 24,
  output: 'confidences',
} as const;

/**
 * The SSD-MobileNetV2 backbone up to the tap, averaged over the image, minus `IMAGE_MEAN`, not normalised; and for each
 * class the confidence of the surest of its boxes.
 */
export function buildImageTower(tflite: Uint8Array): Uint8Array {
  const { tap, input, output, dimensions } = IMAGE_TOWER;
  const graph = new GraphBuilder('image-tower');
  convertTflite(readTflite(tflite), graph, {
    inputName: input,
    taps: [
      { tensor: tap, as: 'features' },
      { tensor: DETECTION.tensor, as: 'logits' },
    ],
  });
  graph.addNode({
    op: 'ReduceMean',
    inputs: ['features'],
    output: 'average',
    attributes: { axes: [1, 2], keepdims: 0 },
  });
  const mean = graph.addFloats('mean', [dimensions], Float32Array.from(IMAGE_MEAN));
  graph.addNode({ op: 'Sub', inputs: ['average', mean], output });
  graph.addOutput(output, ['batch', dimensions]);
  graph.addNode({
    op: 'ReduceMax',
    inputs: ['logits'],
    output: 'surest',
    attributes: { axes: [1], keepdims: 0 },
  });
  graph.addNode({ op: 'Sigmoid', inputs: ['surest'], output: DETECTION.output });
  graph.addOutput(DETECTION.output, ['batch', DETECTION.classes]);
  return graph.toFile();
}
