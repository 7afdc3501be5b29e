import { InferenceSession } from './onnx-runtime.js';
import type { Device } from './device.js';

export interface SessionSettings {
  threads: number;
  device: Device;
}

/**
 * Use one session per model and one run at a time: a run uses all threads.
 * @throws Error naming an unsupported device.
 */
export async function openSession(
  path: string,
  { threads, device }: SessionSettings,
): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(path, {
      executionProviders: [device],
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      // A pattern is kept for every size of input, and images have many.
      enableMemPattern: false,
      // Waiting threads must not spin, because several models share the cores.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      // Errors only: they are also thrown, and the runtime does not use the service's logger.
      logSeverityLevel: 3,
    });
  } catch (error) {
    if (device === 'cpu') throw error;
    throw new Error(`MODEL_DEVICE=${device}: the runtime on this machine does not support this device.`, {
      cause: error,
    });
  }
}
