import { openSession, type SessionSettings } from '@imagesearch/models/session';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import type { ObjectDetector } from '../../domain/encoders.js';
import { objectNamesOf } from '../../domain/object-names.js';
import { EDGE_PX, VALUES_PER_IMAGE, writeValues } from './lite-input.js';
import { rowsOf, unitRowsOf } from './rows.js';

/**
 * The detector of `lite`: input [1, 300, 300, 3], outputs [1, dimensions] and [1, classes]. Its file is opened for the first
 * image without words.
 */
export function openObjectDetector(path: string, settings: SessionSettings): ObjectDetector {
  let opening: ReturnType<typeof openSession> | undefined;
  const open = (): ReturnType<typeof openSession> => {
    opening ??= openSession(path, settings).catch((error: unknown) => {
      // The next image tries again.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    embed: async ({ data }) => {
      const session = await open();
      const [inputName = ''] = session.inputNames;
      const [vectorName = '', confidencesName = ''] = session.outputNames;
      const input = new Float32Array(VALUES_PER_IMAGE);
      writeValues(data, input, 0);
      const tensor = new Tensor('float32', input, [1, EDGE_PX, EDGE_PX, 3]);
      const outputs = await session.run({ [inputName]: tensor });
      const [vector = new Float32Array()] = unitRowsOf(outputs[vectorName]);
      const [confidences = []] = rowsOf(outputs[confidencesName]);
      return { vector, objectNames: objectNamesOf(confidences) };
    },
    close: async () => {
      await (await opening)?.release();
    },
  };
}
