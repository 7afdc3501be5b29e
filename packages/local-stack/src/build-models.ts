import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { describeModelProgress } from './model-progress.js';

/** `build-models <folder>`: builds the `lite` profile in that folder, with a progress bar for each step. */
const [modelDir] = process.argv.slice(2);
if (modelDir === undefined) throw new Error('Usage: build-models <folder>');

const progress = describeModelProgress();
await ensureLiteProfile({ modelDir, onProgress: progress.update });
progress.stop();
