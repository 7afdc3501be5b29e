import type { InferenceSession } from 'onnxruntime-node';

/** One session a model, all of its threads inside one run: batches come from the queue, not from parallel runs. */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Errors only: they are thrown as well, and the runtime writes past our logger.
    logSeverityLevel: 3,
  };
}
