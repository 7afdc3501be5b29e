import { openSession, Tensor, type InferenceSession } from '@imagesearch/models/session';
import {
  confirmedFaces,
  decodeFaces,
  detectorInputOf,
  isSure,
  joinFaces,
  MIRRORED_SCORE_MIN,
  mirrorImageOf,
  type Face,
  type SearchedLevel,
} from '../../domain/faces.js';

const THREADS = 1;

interface FaceDetector {
  detect(levels: readonly SearchedLevel[]): Promise<Face[]>;
  close(): Promise<void>;
}

/** Opens BlazeFace: input [N, height, width, 3] RGB from -1 to 1, output a box and a confidence for each anchor. */
export async function openFaceDetector(path: string): Promise<FaceDetector> {
  const session = await openSession(path, { threads: THREADS, device: 'cpu' });
  return {
    detect: async (levels) => {
      const faces = joinFaces(await searchAll(session, levels));
      return faces.every(isSure) ? faces : confirmInMirror(faces, session, levels);
    },
    close: () => session.release(),
  };
}

async function confirmInMirror(
  faces: readonly Face[],
  session: InferenceSession,
  levels: readonly SearchedLevel[],
): Promise<Face[]> {
  const mirrored: Face[] = [];
  let confirmed: Face[] = [];
  for (const { pixels } of levels) {
    const level = { pixels: mirrorImageOf(pixels), scoreMin: MIRRORED_SCORE_MIN };
    mirrored.push(...(await search(session, level)));
    confirmed = confirmedFaces(faces, mirrored);
    // A further copy confirms more faces, never fewer.
    if (confirmed.length === faces.length) break;
  }
  return confirmed;
}

async function searchAll(session: InferenceSession, levels: readonly SearchedLevel[]): Promise<Face[]> {
  const faces: Face[] = [];
  for (const level of levels) faces.push(...(await search(session, level)));
  return faces;
}

async function search(session: InferenceSession, { pixels, scoreMin }: SearchedLevel): Promise<Face[]> {
  const { values, width, height } = detectorInputOf(pixels);
  const tensor = new Tensor('float32', values, [1, height, width, 3]);
  const outputs = Object.values(await session.run({ [session.inputNames[0] ?? '']: tensor }));
  const boxes = outputs.find(({ dims }) => dims.at(-1) !== 1);
  const scores = outputs.find(({ dims }) => dims.at(-1) === 1);
  if (!(boxes?.data instanceof Float32Array) || !(scores?.data instanceof Float32Array)) {
    throw new Error('the face detector returned no boxes');
  }
  const output = { regressors: boxes.data, logits: scores.data, columns: scores.dims[2] ?? 1 };
  return decodeFaces(output, pixels, scoreMin);
}
