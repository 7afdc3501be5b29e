import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** The repository's own manifest; `MODEL_MANIFEST` names another one. */
export const MANIFEST_PATH = join(import.meta.dirname, '../../../../infra/models/profiles.json');

/** The models that this version knows, by what they do. */
export const HUB_PROFILE_IDS = ['clip-b32', 'siglip2-b16'] as const;
export const HUB_TEXT_ENCODER_IDS = ['e5-small'] as const;
export const HUB_RERANKER_IDS = ['minilm-l6'] as const;
export type HubProfileId = (typeof HUB_PROFILE_IDS)[number];

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 in lower case');
/** Without `..`, because it becomes a path on this machine. */
const relativePath = z.string().regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/, 'expected a relative path');
const named = { title: z.string(), licence: z.string() };

const hubFileSchema = z.strictObject({
  repository: z.string().regex(/^[\w-][\w.-]*\/[\w-][\w.-]*$/, 'expected owner/name'),
  revision: z.string().regex(/^[0-9a-f]{40}$/, 'expected a full commit'),
  path: relativePath,
  bytes: z.int().positive(),
  sha256: hash,
});

const triple = z.tuple([z.number(), z.number(), z.number()]);

const pixelRulesSchema = z.strictObject({
  sidePixels: z.int().positive(),
  /** `crop`: the short edge to `sidePixels`, then the middle square; `stretch`: both edges to `sidePixels`. */
  fit: z.enum(['crop', 'stretch']),
  kernel: z.enum(['cubic', 'linear']),
  /** Per channel, of values from 0 to 1: (value − mean) / std. */
  mean: triple,
  std: triple,
});

const textRulesSchema = z.strictObject({
  /** Including the frame. */
  tokensMax: z.int().min(3),
  /** `full`: every text to `tokensMax`, which the model reads; `longest`: to the batch's longest, which it does not. */
  padding: z.enum(['full', 'longest']),
  padId: z.int().min(0),
  /** Lowers the case before the tokenizer, for files that do not do it themselves. */
  lowerCase: z.boolean(),
});

const scoreCurveSchema = z.strictObject({
  bias: z.number(),
  weights: z.record(z.string(), z.number()),
});

const hubManifestSchema = z.strictObject({
  /** The profile that is downloaded where a person or `MODEL_FETCH=auto` says yes; unset: the first one. */
  offered: z.enum(HUB_PROFILE_IDS).optional(),
  /** Best first. */
  profiles: z.array(
    z.strictObject({
      id: z.enum(HUB_PROFILE_IDS),
      ...named,
      /** Whether its licence lets a metered service answer with it. */
      commercialUse: z.boolean().default(true),
      /** What it cannot do, and the command that helps; one sentence. */
      limits: z.string().default(''),
      dimensions: z.int().positive(),
      pixels: pixelRulesSchema,
      text: textRulesSchema,
      /** Measured for this profile; without one, the gateway's own default holds. */
      scoreCurves: z.record(z.string(), scoreCurveSchema).default({}),
      files: z.strictObject({
        imageTower: hubFileSchema,
        textTower: hubFileSchema,
        tokenizer: hubFileSchema,
      }),
    }),
  ),
  rerankers: z.array(
    z.strictObject({
      id: z.enum(HUB_RERANKER_IDS),
      ...named,
      tokensMax: z.int().min(8),
      padId: z.int().min(0),
      lowerCase: z.boolean(),
      /** Without a tokenizer, that of `minilm`: the words of BERT. */
      files: z.strictObject({ model: hubFileSchema, tokenizer: hubFileSchema.optional() }),
    }),
  ),
  /** Best first. */
  textEncoders: z
    .array(
      z.strictObject({
        id: z.enum(HUB_TEXT_ENCODER_IDS),
        ...named,
        dimensions: z.int().positive(),
        text: textRulesSchema,
        /** What the model expects before each text. */
        prefixes: z.strictObject({ query: z.string(), caption: z.string() }),
        files: z.strictObject({ model: hubFileSchema, tokenizer: hubFileSchema }),
      }),
    )
    .default([]),
});

export type HubManifest = z.output<typeof hubManifestSchema>;
export type HubEntry = HubManifest['profiles' | 'textEncoders' | 'rerankers'][number];
export type HubFile = z.output<typeof hubFileSchema>;
export type PixelRules = z.output<typeof pixelRulesSchema>;
export type TextRules = z.output<typeof textRulesSchema>;

/** @throws Error naming the file and every fault in it. */
export async function readHubManifest(path: string = MANIFEST_PATH): Promise<HubManifest> {
  const result = hubManifestSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (result.success) return result.data;
  throw new Error(`${path} is not a manifest of models:\n${z.prettifyError(result.error)}`);
}

/** Name of a file in messages and below the folder of models. */
export function hubFileName({ repository, revision, path }: HubFile): string {
  return `${repository}/${revision}/${path}`;
}
