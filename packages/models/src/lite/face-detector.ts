import { GraphBuilder } from '../onnx/graph-builder.js';
import { convertTflite } from '../tflite/convert.js';
import { readTflite } from '../tflite/read-model.js';

export const FACE_DETECTOR = {
  sidePixels: 128,
  anchors: 896,
  /** Box centre, box size and six landmarks, each x and y, in pixels of the input, relative to the anchor. */
  regressorsPerAnchor: 16,
  input: 'pixels',
  regressors: 'regressors',
  scores: 'scores',
} as const;

/** BlazeFace, short range. Scores are logits. */
export function buildFaceDetector(tflite: Uint8Array): Uint8Array {
  const { input, regressors, scores, anchors, regressorsPerAnchor } = FACE_DETECTOR;
  const graph = new GraphBuilder('face-detector');
  convertTflite(readTflite(tflite), graph, {
    inputName: input,
    taps: [
      { tensor: 'regressors', as: regressors },
      { tensor: 'classificators', as: scores },
    ],
  });
  graph.addOutput(regressors, ['batch', anchors, regressorsPerAnchor]);
  graph.addOutput(scores, ['batch', anchors, 1]);
  return graph.toFile();
}
