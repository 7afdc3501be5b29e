import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { RgbPixels } from '../domain/pixels.js';
import { toUnitVector } from '../domain/unit-vector.js';
import { sessionOptions } from './session-options.js';

/** Side of the tower's square input; it was trained on pictures squeezed to a square, so ours are too. */
export const TOWER_EDGE_PX = 300;
const VALUES_PER_PICTURE = 3 * TOWER_EDGE_PX * TOWER_EDGE_PX;

export interface ImageTower {
  /** L2-normalised vectors of pictures of exactly `TOWER_EDGE_PX` a side, in the order given. */
  embed(pictures: readonly RgbPixels[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Opens the tower: input [N, 300, 300, 3] RGB from -1 to 1, output [N, dimensions]. */
export async function openImageTower(path: string, threads: number): Promise<ImageTower> {
  const session = await InferenceSession.create(path, sessionOptions(threads));
  const [inputName = '', outputName = ''] = [session.inputNames[0], session.outputNames[0]];
  return {
    embed: async (pictures) => {
      const input = new Float32Array(pictures.length * VALUES_PER_PICTURE);
      pictures.forEach(({ data }, picture) => {
        const from = picture * VALUES_PER_PICTURE;
        for (let at = 0; at < VALUES_PER_PICTURE; at += 1) input[from + at] = (data[at] ?? 0) / 127.5 - 1;
      });
      const shape = [pictures.length, TOWER_EDGE_PX, TOWER_EDGE_PX, 3];
      const { [outputName]: output } = await session.run({
        [inputName]: new Tensor('float32', input, shape),
      });
      return rowsOf(output).map(toUnitVector);
    },
    close: () => session.release(),
  };
}

function rowsOf(output: Tensor | undefined): Float32Array[] {
  const [rows = 0, columns = 0] = output?.dims ?? [];
  if (!(output?.data instanceof Float32Array) || columns === 0)
    throw new Error('the image tower gave no vectors');
  const values = output.data;
  return Array.from({ length: rows }, (_, row) => values.slice(row * columns, (row + 1) * columns));
}
