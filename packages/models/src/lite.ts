import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { LiteFiles, ScoreCurves, TextEncoderModel } from './profile.js';

/** The files of `lite` are part of the package; `manifest.json` beside them says where they come from. */
const FOLDER = join(import.meta.dirname, '../lite');

export const FACE_DETECTOR = join(FOLDER, 'blazeface.onnx');

export const LITE_FILES: LiteFiles = {
  network: join(FOLDER, 'efficientnet-lite0.onnx'),
  head: join(FOLDER, 'lite-head.onnx'),
  classNames: join(FOLDER, 'imagenet-classes.json'),
  classWords: join(FOLDER, 'class-words.json'),
};

/** The table of `word-vectors.ts`. */
export const WORD_VECTORS = join(FOLDER, 'word-vectors.bin');

export const LITE_DIMENSIONS = { image: 256, sight: 384 };

/** all-MiniLM-L6-v2, English. */
export const MINILM: TextEncoderModel = {
  id: 'minilm',
  dimensions: 384,
  englishOnly: true,
  // Its tokenizer lowers whole words too, and so writes a final sigma that the published one does not.
  pooling: 'mean',
  text: { tokensMax: 128, padding: 'longest', padId: 0, lowerCase: true },
  prefixes: { query: '', caption: '' },
  files: { model: join(FOLDER, 'minilm.onnx'), tokenizer: join(FOLDER, 'minilm-tokenizer.json') },
};

const manifestSchema = z.strictObject({
  files: z.record(
    z.string(),
    z.strictObject({ bytes: z.int(), sha256: z.string(), source: z.string(), licence: z.string() }),
  ),
  scoreCurves: z.record(
    z.string(),
    z.strictObject({ bias: z.number(), weights: z.record(z.string(), z.number()) }),
  ),
});

const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(FOLDER, 'manifest.json'), 'utf8')));

/** The curves of `lite`. They change scores and no ranking, so that another fit needs no reindex. */
export const LITE_SCORE_CURVES: ScoreCurves = manifest.scoreCurves;

/** SHA-256 of a file of `lite`. */
export function liteHash(name: string): string {
  const file = manifest.files[name];
  if (file === undefined) throw new Error(`The manifest of lite does not name ${name}.`);
  return file.sha256;
}
