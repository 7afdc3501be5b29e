import { differenceCiede2000 } from 'culori';
import type { Signals } from '../../src/domain/signals/signals.js';
import sharp from 'sharp';
import type { Canvas } from './canvas.js';
import {
  luminanceImages,
  monochromeImages,
  negSpaceImages,
  paletteImages,
  type Labelled,
  type Swatch,
} from './images.js';

/** How well one signal did. */
export interface Accuracy {
  signal: string;
  images: number;
  /** 0–1 each; what they mean is in the name. */
  measures: Record<string, number>;
  /** Names of the images whose signal was wrong, with what it was. */
  wrong: string[];
}

/** A palette entry is found when its colour is this near, in ΔE2000, and its share this near. */
const FOUND_DELTA_E = 5;
const FOUND_SHARE_ERROR = 0.03;
/** Quality at which sites publish photographs. */
const JPEG_QUALITY = 85;

const deltaE = differenceCiede2000();

/** The signals of an image's file as the service computes them, without its faces. */
export type SignalsOf = (file: Uint8Array) => Promise<Signals>;

export async function measureSignals(signalsOf: SignalsOf): Promise<Accuracy[]> {
  return [
    await luminance(signalsOf),
    await monochrome(signalsOf),
    await palette(signalsOf),
    await negSpace(signalsOf),
  ];
}

async function luminance(signalsOf: SignalsOf): Promise<Accuracy> {
  const compared = await compare(signalsOf, luminanceImages(), ({ luminance: value }, truth) =>
    Math.abs(value - truth),
  );
  const errors = compared.map(({ outcome }) => outcome);
  const wrong = compared.filter(({ outcome }) => outcome > 0.01).map(({ name }) => name);
  const measures = { 'mean error': mean(errors), 'largest error': Math.max(...errors) };
  return { signal: 'luminance', images: compared.length, measures, wrong };
}

async function monochrome(signalsOf: SignalsOf): Promise<Accuracy> {
  const compared = await compare(
    signalsOf,
    monochromeImages(),
    (signals, truth) => signals.monochrome === truth,
  );
  return {
    signal: 'monochrome',
    images: compared.length,
    measures: { right: mean(compared.map(({ outcome }) => Number(outcome))) },
    wrong: compared.filter(({ outcome }) => !outcome).map(({ name }) => name),
  };
}

async function palette(signalsOf: SignalsOf): Promise<Accuracy> {
  const compared = await compare(signalsOf, paletteImages(), ({ palette: said }, truth) => ({
    wanted: truth.length,
    said: said.length,
    found: truth.filter((swatch) => said.some((other) => isSame(swatch, other))).length,
  }));
  const sum = (of: 'wanted' | 'said' | 'found'): number =>
    compared.reduce((total, { outcome }) => total + outcome[of], 0);
  return {
    signal: 'palette',
    images: compared.length,
    measures: { recall: sum('found') / sum('wanted'), precision: sum('found') / sum('said') },
    wrong: compared
      .filter(({ outcome: v }) => v.found < v.wanted || v.said > v.found)
      .map(({ name }) => name),
  };
}

async function negSpace(signalsOf: SignalsOf): Promise<Accuracy> {
  const compared = await compare(signalsOf, negSpaceImages(), ({ negSpace: said }, truth) => ({
    said: said.length,
    wanted: truth.length,
    found: said.filter((side) => truth.includes(side)).length,
    isRight: said.join() === truth.join(),
    text: said.join(', '),
  }));
  const sum = (of: 'wanted' | 'said' | 'found'): number =>
    compared.reduce((total, { outcome }) => total + outcome[of], 0);
  return {
    signal: 'neg_space',
    images: compared.length,
    measures: { recall: sum('found') / sum('wanted'), precision: sum('found') / sum('said') },
    wrong: compared
      .filter(({ outcome }) => !outcome.isRight)
      .map(({ name, outcome }) => `${name}: ${outcome.text}`),
  };
}

/** Every second image goes as PNG, the others as JPEG, which most photographs are. */
async function compare<Truth, Outcome>(
  signalsOf: SignalsOf,
  images: readonly Labelled<Truth>[],
  outcomeOf: (signals: Signals, truth: Truth) => Outcome,
): Promise<{ name: string; outcome: Outcome }[]> {
  const compared = [];
  for (const [at, { name, canvas, truth }] of images.entries()) {
    const signals = await signalsOf(await fileOf(canvas, at % 2 === 0 ? 'png' : 'jpeg'));
    compared.push({ name, outcome: outcomeOf(signals, truth) });
  }
  return compared;
}

function fileOf({ data, width, height }: Canvas, format: 'png' | 'jpeg'): Promise<Buffer> {
  const encoder = sharp(data, { raw: { width, height, channels: 3 } });
  return (format === 'png' ? encoder.png() : encoder.jpeg({ quality: JPEG_QUALITY })).toBuffer();
}

function isSame(wanted: Swatch, said: Swatch): boolean {
  return (
    deltaE(wanted.hex, said.hex) <= FOUND_DELTA_E && Math.abs(wanted.share - said.share) <= FOUND_SHARE_ERROR
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
