import { InferenceSession, Tensor } from 'onnxruntime-node';
import { ANCHORS, DETECTOR_EDGE_PX } from '../domain/faces/anchors.js';
import { decodeFaces, type Face } from '../domain/faces/decode-faces.js';
import { joinFaces } from '../domain/faces/join-faces.js';
import { cutWindow, placeFace, windowsOf } from '../domain/faces/windows.js';
import type { RgbPixels } from '../domain/pixels.js';
import { sessionOptions } from './session-options.js';

/** Confidence from which the whole picture, shrunk to one window, holds a face. */
const WHOLE_SCORE_MIN = 0.6;
/**
 * Higher for parts of a picture: there are dozens of them, and each is a chance to be wrong. Measured with faces on a
 * plain ground: 28 of 30 found from 4 % of the longest edge up; 2 false ones on 24 photographs without a face.
 */
const PART_SCORE_MIN = 0.75;

/** A window takes about a millisecond: handing parts of it to other threads costs more than it saves. */
const THREADS = 1;

export interface FaceDetector {
  /**
   * The faces in a picture given as a pyramid: itself at 128 pixels, then at larger longest edges. `assertWanted` is
   * called before each window, and stops the search by throwing.
   */
  detect(levels: readonly RgbPixels[], assertWanted: () => void): Promise<Face[]>;
  close(): Promise<void>;
}

/** Opens BlazeFace (short range): input [1, 128, 128, 3] from -1 to 1; boxes and confidences of 896 anchors. */
export async function openFaceDetector(path: string): Promise<FaceDetector> {
  const session = await InferenceSession.create(path, sessionOptions(THREADS));
  return {
    detect: async (levels, assertWanted) => {
      const faces: Face[] = [];
      for (const [index, level] of levels.entries()) {
        for (const window of windowsOf(level)) {
          assertWanted();
          const found = await detectInWindow(
            session,
            cutWindow(level, window),
            index === 0 ? WHOLE_SCORE_MIN : PART_SCORE_MIN,
          );
          faces.push(...found.map((face) => placeFace(face, window, level)));
        }
      }
      return joinFaces(faces);
    },
    close: () => session.release(),
  };
}

async function detectInWindow(
  session: InferenceSession,
  input: Float32Array,
  scoreMin: number,
): Promise<Face[]> {
  const tensor = new Tensor('float32', input, [1, DETECTOR_EDGE_PX, DETECTOR_EDGE_PX, 3]);
  const outputs = Object.values(await session.run({ [session.inputNames[0] ?? '']: tensor }));
  const regressors = outputs.find(({ dims }) => dims.at(-1) !== 1)?.data;
  const logits = outputs.find(({ dims }) => dims.at(-1) === 1)?.data;
  if (
    !(regressors instanceof Float32Array) ||
    !(logits instanceof Float32Array) ||
    logits.length !== ANCHORS.length
  ) {
    throw new Error('the face detector gave no boxes');
  }
  return decodeFaces(regressors, logits, scoreMin);
}
