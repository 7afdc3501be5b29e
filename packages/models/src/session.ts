import { InferenceSession } from 'onnxruntime-node';
import type { Device } from './device.js';

export interface SessionSettings {
  /** Threads inside one run. */
  threads: number;
  device: Device;
}

/**
 * Opens an ONNX file. One session a model, all of its threads inside one run: batches come from a queue, not from
 * parallel runs.
 * @throws Error naming the device when the runtime does not have it.
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
      // Threads that wait must not spin: several models and their neighbours share the machine's cores.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
      // Errors only: they are thrown as well, and the runtime writes past our logger.
      logSeverityLevel: 3,
    });
  } catch (error) {
    if (device === 'cpu') throw error;
    throw new Error(`MODEL_DEVICE=${device}: the runtime on this machine cannot use it.`, { cause: error });
  }
}
