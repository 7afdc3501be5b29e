import { availableParallelism } from 'node:os';
import { asRequestFault, ImageFault } from '@imagesearch/image-files/accept';
import { ImageOpener } from '@imagesearch/image-files/open-image';
import type { DecodeImage } from '../../domain/image.js';

const PROCESSES = Math.min(4, Math.max(2, availableParallelism()));
/** Twice the most that 20 megapixels need: a process that has decoded many images keeps some of their memory. */
const PROCESS_MIB = 704;
/** Of a caller's time. 20 megapixels take about a second, and the answer to an image that is killed still arrives. */
const TIME_SHARE = 0.5;

export interface ImageDecoder {
  decode: DecodeImage;
  close(): void;
}

/** Decodes query images, each once, in processes that are killed when they take too long. */
export function createImageDecoder(): ImageDecoder {
  const images = new ImageOpener({ processes: PROCESSES, memoryMib: PROCESS_MIB });
  return {
    decode: async (file, call) => {
      const timeoutMs = TIME_SHARE * (call.deadlineAt - Date.now());
      try {
        return await images.query(file, { call, timeoutMs });
      } catch (error) {
        throw error instanceof ImageFault ? asRequestFault(error, ['image']) : error;
      }
    },
    close: () => images.close(),
  };
}
