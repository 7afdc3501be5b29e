import { GraphBuilder } from '@imagesearch/onnx-graph/graph-builder';
import { convertTflite } from './tflite/convert.js';
import { readTflite } from './tflite/read-model.js';

export const FACE_DETECTOR = {
  /** Height and width of the input must be multiples of this: the product of the network's strides. */
  sizeMultiplePixels: 32,
  /** Pixels between neighbouring anchors. */
  stridePixels: 4,
  /** Box centre, box size and six landmarks, each x and y, in pixels of the input, relative to the anchor. */
  regressorsPerAnchor: 16,
  input: 'pixels',
  regressors: 'regressors',
  scores: 'scores',
} as const;

/**
 * BlazeFace, full range, as a convolutional network for images of any size: one run over the whole image replaces many
 * runs over windows. Scores are logits.
 */
export function buildFaceDetector(tflite: Uint8Array): Uint8Array {
  const { input, regressors, scores, regressorsPerAnchor } = FACE_DETECTOR;
  const graph = new GraphBuilder('face-detector');
  convertTflite(readTflite(tflite), graph, {
    inputName: input,
    freeSize: true,
    // Before the reshapes, which would fix the number of anchors.
    taps: [
      { tensor: 'regressor_face_4', as: regressors },
      { tensor: 'classifier_face_4', as: scores },
    ],
  });
  graph.addOutput(regressors, ['batch', 'rows', 'columns', regressorsPerAnchor]);
  graph.addOutput(scores, ['batch', 'rows', 'columns', 1]);
  return graph.toFile();
}
