import { GraphBuilder } from '../onnx/graph-builder.js';
import { convertTflite } from '../tflite/convert.js';
import { readTflite } from '../tflite/read-model.js';

export const IMAGE_TOWER = {
  /** The last layer before the detector's own branches: objects, not boxes. */
  tap: 'FeatureExtractor/MobilenetV2/expanded_conv_14/add',
  dimensions: 160,
  sidePixels: 300,
  input: 'pixels',
  output: 'vector',
} as const;

/** The SSD-MobileNetV2 backbone up to the tap, averaged over the picture. */
export function buildImageTower(tflite: Uint8Array): Uint8Array {
  const { tap, input, output, dimensions } = IMAGE_TOWER;
  const graph = new GraphBuilder('image-tower');
  convertTflite(readTflite(tflite), graph, { inputName: input, taps: [{ tensor: tap, as: 'features' }] });
  graph.addNode({
    op: 'ReduceMean',
    inputs: ['features'],
    output,
    attributes: { axes: [1, 2], keepdims: 0 },
  });
  graph.addOutput(output, ['batch', dimensions]);
  return graph.toFile();
}
