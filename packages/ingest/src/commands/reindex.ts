import { detachedCall } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { startProgressBar } from '../progress-bar.js';
import { withClients, type AddCommand, type CommandContext } from './command.js';

const CALL_TIMEOUT_MS = 10_000;
/** A large index is copied for hours. */
const REBUILD_TIMEOUT_MS = 7 * 24 * 3_600_000;

export const addReindex: AddCommand = (program, context) => {
  program
    .command('reindex')
    .description(
      'builds the index anew beside the one that serves, with the present settings, and swaps the two',
    )
    .action(() => reindex(context()));
};

async function reindex(context: CommandContext): Promise<void> {
  await withClients(context, async ({ embedding, retrieval }) => {
    const [model, { modelFingerprint }] = await Promise.all([
      embedding.describeModel({}, detachedCall(CALL_TIMEOUT_MS, context.signal)),
      retrieval.describeIndex({}, detachedCall(CALL_TIMEOUT_MS, context.signal)),
    ]);
    if (modelFingerprint !== '' && modelFingerprint !== model.fingerprint) {
      throw new AppError(
        'model_mismatch',
        `The index was filled by model ${modelFingerprint} and the embedding service runs ${model.fingerprint} (${model.profile}): ` +
          'its vectors cannot be copied over. Run the embedding service with the model of the index, or empty the index and take the collections in again.',
      );
    }
    const bars = { PHASE_COPY: 'Copying', PHASE_INDEX: 'Indexing', PHASE_VERIFY: 'Comparing' };
    let bar: { phase: string; show: ReturnType<typeof startProgressBar> } | undefined;
    try {
      const call = detachedCall(REBUILD_TIMEOUT_MS, context.signal);
      for await (const { phase, done, total } of retrieval.rebuildIndex({}, call)) {
        if (bar?.phase !== phase) {
          bar?.show.stop();
          bar =
            phase in bars
              ? { phase, show: startProgressBar(bars[phase as keyof typeof bars], 'points') }
              : undefined;
        }
        bar?.show.update(done, total);
        if (phase === 'PHASE_PUBLISHED') console.error(`The new index serves: ${total} points.`);
      }
    } finally {
      bar?.show.stop();
    }
  });
}
