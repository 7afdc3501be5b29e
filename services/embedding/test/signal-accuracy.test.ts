import { expect, test } from '@jest/globals';
import { differenceCiede2000 } from 'culori';
import { shrinkTo } from '../src/adapters/images/resize-pixels.js';
import { SIGNAL_EDGE_PX } from '../src/domain/image.js';
import { computeSignals, type Signals } from '../src/domain/signals/signals.js';
import {
  luminanceImages,
  monochromeImages,
  negSpaceImages,
  paletteImages,
  type Labelled,
} from './signal-accuracy/images.js';
import { decodeImage } from './support/decode.js';
import { encoder } from './support/draw.js';

/** Quality at which sites publish photographs. */
const JPEG_QUALITY = 85;
const LIMIT_MS = 300_000;
const deltaE = differenceCiede2000();

/** What the service says of each image as a file; every second one is a JPEG, which most photographs are. */
async function measured<Truth>(images: readonly Labelled<Truth>[]) {
  const found: { signals: Signals; truth: Truth }[] = [];
  for (const [at, { pixels, truth }] of images.entries()) {
    const file = at % 2 === 0 ? encoder(pixels).png() : encoder(pixels).jpeg({ quality: JPEG_QUALITY });
    const image = await decodeImage(await file.toBuffer());
    const shrunk = await shrinkTo(image.pixels, SIGNAL_EDGE_PX);
    found.push({ signals: computeSignals(image, shrunk, []), truth });
  }
  return found;
}

/** That at least such a share of what is there is named, and of what is named is there. */
function expectShares(
  images: readonly { wanted: number; said: number; found: number }[],
  least: number,
): void {
  const sum = (of: 'wanted' | 'said' | 'found') => images.reduce((total, image) => total + image[of], 0);
  expect(sum('found') / sum('wanted')).toBeGreaterThanOrEqual(least);
  expect(sum('found') / sum('said')).toBeGreaterThanOrEqual(least);
}

test(
  'luminance is the mean L* of the pixels within 0.005',
  async () => {
    const images = await measured(luminanceImages());
    const errors = images.map(({ signals, truth }) => Math.abs(signals.luminance - truth));
    expect(Math.max(...errors)).toBeLessThan(0.005);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.001);
  },
  LIMIT_MS,
);

test(
  'monochrome tells greys and toned prints from colour every time',
  async () => {
    const images = await measured(monochromeImages());
    expect(images.map(({ signals }) => signals.monochrome)).toEqual(images.map(({ truth }) => truth));
  },
  LIMIT_MS,
);

test(
  'palette finds 98 of 100 colours within ΔE2000 5 and 3 % of the pixels, and invents hardly any',
  async () => {
    const images = (await measured(paletteImages())).map(({ signals: { palette }, truth }) => {
      const isNamed = ({ hex, share }: (typeof truth)[number]) =>
        palette.some((said) => deltaE(hex, said.hex) <= 5 && Math.abs(share - said.share) <= 0.03);
      return { wanted: truth.length, said: palette.length, found: truth.filter(isNamed).length };
    });
    expectShares(images, 0.98);
  },
  LIMIT_MS,
);

test(
  'negative space names 97 of 100 clean sides, and 97 of 100 that it names are clean',
  async () => {
    const images = (await measured(negSpaceImages())).map(({ signals: { negSpace }, truth }) => ({
      wanted: truth.length,
      said: negSpace.length,
      found: negSpace.filter((side) => truth.includes(side)).length,
    }));
    expectShares(images, 0.97);
  },
  LIMIT_MS,
);
