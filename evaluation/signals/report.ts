import { measureSignals } from './accuracy.js';

/** `pnpm calibrate:signals`: how each signal behaves on images whose truth is known. */
for (const { signal, images, measures, wrong } of await measureSignals()) {
  const numbers = Object.entries(measures).map(([name, value]) => `${name} ${value.toFixed(4)}`);
  console.log(`${signal.padEnd(12)} ${images} pictures · ${numbers.join(' · ')}`);
  for (const line of wrong) console.log(`  not right: ${line}`);
}
