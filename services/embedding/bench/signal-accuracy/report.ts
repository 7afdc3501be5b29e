import { decodeImage } from '#src/adapters/images/decode-image';
import { shrinkTo } from '#src/adapters/images/resize-pixels';
import { computeSignals, SIGNAL_EDGE_PX } from '#src/domain/signals/signals';
import { measureSignals } from './accuracy.js';

/** `pnpm calibrate:signals`: how each signal behaves on images whose truth is known. */
const measured = await measureSignals(async (file) => {
  const image = await decodeImage(file);
  return computeSignals(image, await shrinkTo(image.pixels, SIGNAL_EDGE_PX), []);
});
for (const { signal, images, measures, wrong } of measured) {
  const numbers = Object.entries(measures).map(([name, value]) => `${name} ${value.toFixed(4)}`);
  console.log(`${signal.padEnd(12)} ${images} images · ${numbers.join(' · ')}`);
  for (const line of wrong) console.log(`  not right: ${line}`);
}
