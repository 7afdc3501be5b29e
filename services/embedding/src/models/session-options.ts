import type { InferenceSession } from 'onnxruntime-node';

/** One session a model, all of its threads inside one run: batches come from the queue, not from parallel runs. */
export function sessionOptions(threads: number): InferenceSession.SessionOptions {
  return {
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Threads that wait must not spin: the two models and their neighbours share the machine's cores.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
    // Errors only: they are thrown as well, and the runtime writes past our logger.
    logSeverityLevel: 3,
  };
}
