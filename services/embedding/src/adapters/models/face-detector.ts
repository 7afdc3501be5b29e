import { openSession, Tensor, type InferenceSession } from '@imagesearch/models/session';
import {
  confirmedFaces,
  decodeFaces,
  detectorInputOf,
  FAR_LEVEL,
  isSure,
  joinFaces,
  MIRRORED_SCORE_MIN,
  mirrorImageOf,
  type Face,
  type SearchedLevel,
} from '../../domain/faces.js';

const THREADS = 1;
/** Of a square copy. */
const INPUT_VALUES = 3 * FAR_LEVEL.edgePx ** 2;

interface Network {
  session: InferenceSession;
  room: Float32Array<ArrayBuffer>;
}

interface FaceDetector {
  detect(levels: readonly SearchedLevel[]): Promise<Face[]>;
  close(): Promise<void>;
}

/** Opens BlazeFace: input [N, height, width, 3] RGB from -1 to 1, output a box and a confidence for each anchor. */
export async function openFaceDetector(path: string): Promise<FaceDetector> {
  const session = await openSession(path, { threads: THREADS, device: 'cpu' });
  // One run at a time, so that all write their input into the same memory: 1.7 MB a run would keep the garbage collector busy.
  const network = { session, room: new Float32Array(INPUT_VALUES) };
  return {
    detect: async (levels) => {
      const faces = joinFaces(await searchAll(network, levels));
      return faces.every(isSure) ? faces : confirmInMirror(faces, network, levels);
    },
    close: () => session.release(),
  };
}

async function confirmInMirror(
  faces: readonly Face[],
  network: Network,
  levels: readonly SearchedLevel[],
): Promise<Face[]> {
  const mirrored: Face[] = [];
  let confirmed: Face[] = [];
  for (const { pixels } of levels) {
    const level = { pixels: mirrorImageOf(pixels), scoreMin: MIRRORED_SCORE_MIN };
    mirrored.push(...(await search(network, level)));
    confirmed = confirmedFaces(faces, mirrored);
    // A further copy confirms more faces, never fewer.
    if (confirmed.length === faces.length) break;
  }
  return confirmed;
}

async function searchAll(network: Network, levels: readonly SearchedLevel[]): Promise<Face[]> {
  const faces: Face[] = [];
  for (const level of levels) faces.push(...(await search(network, level)));
  return faces;
}

async function search({ session, room }: Network, { pixels, scoreMin }: SearchedLevel): Promise<Face[]> {
  const { values, width, height } = detectorInputOf(pixels, room);
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
