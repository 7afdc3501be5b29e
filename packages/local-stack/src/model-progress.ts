import { startProgressBar, type ProgressBar } from '@imagesearch/ingest/commands/progress-bar';

interface ModelProgress {
  step: string;
  done: number;
  total: number;
}

/** One progress bar for each step of building the models; none when they exist already. */
export function describeModelProgress(): { update: (progress: ModelProgress) => void; stop: () => void } {
  let current: { step: string; bar: ProgressBar } | undefined;
  return {
    update({ step, done, total }) {
      if (current?.step !== step) {
        current?.bar.stop();
        current = { step, bar: startProgressBar(`Building models: ${step}`, 'steps') };
      }
      current.bar.update(done, total);
    },
    stop() {
      current?.bar.stop();
      current = undefined;
    },
  };
}
