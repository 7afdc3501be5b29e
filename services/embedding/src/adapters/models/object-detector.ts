import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import type { ObjectDetector } from '../../domain/encoders.js';
import { objectNamesOf } from '../../domain/object-names.js';
import { EDGE_PX, VALUES_PER_IMAGE, writeValues } from './lite-input.js';
import { rowsOf } from './rows.js';

/** The detector of `lite`: input [1, 300, 300, 3], output [1, classes]. Its file is opened for the first image without words. */
export function openObjectDetector(path: string, settings: SessionSettings): ObjectDetector {
  let opening: ReturnType<typeof openSession> | undefined;
  return {
    namesIn: async ({ data }) => {
      opening ??= openSession(path, settings);
      const session = await opening;
      const [inputName = ''] = session.inputNames;
      const [outputName = ''] = session.outputNames;
      const input = new Float32Array(VALUES_PER_IMAGE);
      writeValues(data, input, 0);
      const tensor = new Tensor('float32', input, [1, EDGE_PX, EDGE_PX, 3]);
      const [confidences = []] = rowsOf((await session.run({ [inputName]: tensor }))[outputName]);
      return objectNamesOf(confidences);
    },
    close: async () => {
      await (await opening)?.release();
    },
  };
}
