import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { storageFaultOf } from '@imagesearch/service-kit/files/storage-fault';
import { listenForStop } from '@imagesearch/service-kit/process/stop-request';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { describeModelProgress } from './model-progress.js';

/** `build-models <folder>`: builds the `lite` profile in that folder, with a progress bar for each step. */
const [modelDir] = process.argv.slice(2);
if (modelDir === undefined) throw new Error('Usage: build-models <folder>');

const stop = listenForStop();
const progress = describeModelProgress();
// An unfinished build is never used, so nothing has to be closed.
stop.signal.addEventListener('abort', () => process.exit(stop.exitCode()));
try {
  await ensureLiteProfile({ modelDir, onProgress: progress.update, signal: stop.signal });
} catch (error) {
  progress.stop();
  const fault = storageFaultOf(error, modelDir);
  if (fault === undefined) throw error;
  printErr(fault.message);
  process.exit(1);
}
progress.stop();
