import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Device } from './profile-settings.js';

/** The ONNX runtime with its telemetry off. No other module may import the runtime. */
export { InferenceSession, Tensor };

/**
 * Since 1.29 the ONNX runtime writes a device id into the home folder and reports sessions to its vendor. It reads this
 * variable when its first session opens, and gives no other way out. A worker thread's own environment is a copy that
 * the runtime does not see: a thread that loads this module has to share that of the process.
 */
process.env['ORT_DISABLE_TELEMETRY'] = '1';

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

/** The tokens of one text, or of two in one frame. */
interface TokenRow {
  ids: readonly number[];
  /** Which of two texts each token is of; without it all are of the first. */
  typeIds?: readonly number[];
}

/** The input of a model of texts: a row of `length` tokens for each text, only the tensors that the model has. */
export function tokenFeeds(
  { inputNames }: InferenceSession,
  rows: readonly TokenRow[],
  length: number,
  padId: number,
): Record<string, Tensor> {
  const size = rows.length * length;
  const ids = new BigInt64Array(size).fill(BigInt(padId));
  const mask = new BigInt64Array(size);
  const types = new BigInt64Array(size);
  rows.forEach((row, at) => {
    const from = at * length;
    row.ids.forEach((id, column) => (ids[from + column] = BigInt(id)));
    row.typeIds?.forEach((type, column) => (types[from + column] = BigInt(type)));
    mask.fill(1n, from, from + row.ids.length);
  });
  const known = { input_ids: ids, attention_mask: mask, token_type_ids: types };
  return Object.fromEntries(
    inputNames.map((name) => {
      if (!isKnown(name, known))
        throw new Error(`The model has an input ${name} that this version does not know.`);
      return [name, new Tensor('int64', known[name], [rows.length, length])];
    }),
  );
}

function isKnown<Known extends object>(name: PropertyKey, known: Known): name is keyof Known {
  return name in known;
}
