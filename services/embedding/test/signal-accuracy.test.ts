import { SIGNAL_EDGE_PX } from '../src/domain/image.js';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { measureSignals, type Accuracy } from './signal-accuracy/accuracy.js';
import { decodeImage } from './support/decode.js';
import { shrinkTo } from '../src/adapters/images/resize-pixels.js';
import { computeSignals, type Signals } from '../src/domain/signals/signals.js';

async function signalsOf(file: Uint8Array): Promise<Signals> {
  const image = await decodeImage(file);
  return computeSignals(image, await shrinkTo(image.pixels, SIGNAL_EDGE_PX), []);
}

describe('on generated images whose truth is known', () => {
  let accuracies: Map<string, Accuracy>;

  beforeAll(async () => {
    accuracies = new Map((await measureSignals(signalsOf)).map((accuracy) => [accuracy.signal, accuracy]));
  }, 300_000);

  const measure = (signal: string, name: string): number =>
    accuracies.get(signal)?.measures[name] ?? Number.NaN;

  test('at least 200 images are measured', () => {
    const images = [...accuracies.values()].reduce((sum, accuracy) => sum + accuracy.images, 0);
    expect(images).toBeGreaterThanOrEqual(200);
  });

  test('luminance is the mean L* of the pixels within 0.005', () => {
    expect(measure('luminance', 'largest error')).toBeLessThan(0.005);
    expect(measure('luminance', 'mean error')).toBeLessThan(0.001);
  });

  test('monochrome tells greys and toned prints from colour every time', () => {
    expect(measure('monochrome', 'right')).toBe(1);
  });

  test('palette finds 98 of 100 colours within ΔE2000 5 and 3 % of the pixels, and invents hardly any', () => {
    expect(measure('palette', 'recall')).toBeGreaterThanOrEqual(0.98);
    expect(measure('palette', 'precision')).toBeGreaterThanOrEqual(0.98);
  });

  test('negative space names 97 of 100 clean sides, and 97 of 100 that it names are clean', () => {
    expect(measure('neg_space', 'recall')).toBeGreaterThanOrEqual(0.97);
    expect(measure('neg_space', 'precision')).toBeGreaterThanOrEqual(0.97);
  });
});
