import { differenceCiede2000 } from 'culori';
import { computeSignals, SIGNAL_EDGE_PX, type Signals } from '@imagesearch/embedding/domain/signals/signals';
import { decodeImage } from '@imagesearch/embedding/adapters/images/decode-image';
import { shrinkTo } from '@imagesearch/embedding/adapters/images/resize-pixels';
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
  /** Names of the images that were judged wrong, with what was said of them. */
  wrong: string[];
}

/** A palette entry is found when its colour is this near, in ΔE2000, and its share this near. */
const FOUND_DELTA_E = 5;
const FOUND_SHARE_ERROR = 0.03;
/** Quality at which sites publish photographs. */
const JPEG_QUALITY = 85;

const deltaE = differenceCiede2000();

export async function measureSignals(): Promise<Accuracy[]> {
  return [await luminance(), await monochrome(), await palette(), await negSpace()];
}

/** The signals of an image's file, as the service computes them, but for its faces. */
export async function signalsOfFile(bytes: Uint8Array): Promise<Signals> {
  const image = await decodeImage(bytes);
  return computeSignals(image, await shrinkTo(image.pixels, SIGNAL_EDGE_PX), []);
}

async function luminance(): Promise<Accuracy> {
  const judged = await judge(luminanceImages(), ({ luminance: value }, truth) => Math.abs(value - truth));
  const errors = judged.map(({ verdict }) => verdict);
  const wrong = judged.filter(({ verdict }) => verdict > 0.01).map(({ name }) => name);
  const measures = { 'mean error': mean(errors), 'largest error': Math.max(...errors) };
  return { signal: 'luminance', images: judged.length, measures, wrong };
}

async function monochrome(): Promise<Accuracy> {
  const judged = await judge(monochromeImages(), (signals, truth) => signals.monochrome === truth);
  return {
    signal: 'monochrome',
    images: judged.length,
    measures: { right: mean(judged.map(({ verdict }) => Number(verdict))) },
    wrong: judged.filter(({ verdict }) => !verdict).map(({ name }) => name),
  };
}

async function palette(): Promise<Accuracy> {
  const judged = await judge(paletteImages(), ({ palette: said }, truth) => ({
    wanted: truth.length,
    said: said.length,
    found: truth.filter((swatch) => said.some((other) => isSame(swatch, other))).length,
  }));
  const sum = (of: 'wanted' | 'said' | 'found'): number =>
    judged.reduce((total, { verdict }) => total + verdict[of], 0);
  return {
    signal: 'palette',
    images: judged.length,
    measures: { recall: sum('found') / sum('wanted'), precision: sum('found') / sum('said') },
    wrong: judged.filter(({ verdict: v }) => v.found < v.wanted || v.said > v.found).map(({ name }) => name),
  };
}

async function negSpace(): Promise<Accuracy> {
  const judged = await judge(negSpaceImages(), ({ negSpace: said }, truth) => ({
    said: said.length,
    wanted: truth.length,
    found: said.filter((side) => truth.includes(side)).length,
    isRight: said.join() === truth.join(),
    text: said.join(', '),
  }));
  const sum = (of: 'wanted' | 'said' | 'found'): number =>
    judged.reduce((total, { verdict }) => total + verdict[of], 0);
  return {
    signal: 'neg_space',
    images: judged.length,
    measures: { recall: sum('found') / sum('wanted'), precision: sum('found') / sum('said') },
    wrong: judged
      .filter(({ verdict }) => !verdict.isRight)
      .map(({ name, verdict }) => `${name}: ${verdict.text}`),
  };
}

/** Every second image goes as PNG, the others as JPEG, which most photographs are. */
async function judge<Truth, Verdict>(
  images: readonly Labelled<Truth>[],
  verdictOf: (signals: Signals, truth: Truth) => Verdict,
): Promise<{ name: string; verdict: Verdict }[]> {
  const judged = [];
  for (const [at, { name, canvas, truth }] of images.entries()) {
    const signals = await signalsOfFile(await fileOf(canvas, at % 2 === 0 ? 'png' : 'jpeg'));
    judged.push({ name, verdict: verdictOf(signals, truth) });
  }
  return judged;
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
