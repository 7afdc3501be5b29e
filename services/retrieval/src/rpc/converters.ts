import type {
  CandidateInput,
  Filters as WireFilters,
  ListWeights,
  Point as WirePoint,
  Rights,
  Signals,
  Vector,
} from '@imagesearch/contracts/messages';
import { invalid } from '@imagesearch/service-kit/errors';
import type { Filters, Range } from '../domain/conditions.js';
import type { Folded } from '../domain/folding.js';
import type { Facets, Point, Swatch } from '../domain/point.js';
import { weightedTerms } from '../domain/terms.js';
import type { ListName } from '../domain/vector-index.js';
import { checkAssetId, checkCount, checkNumber, checkText, type Loc } from './checks.js';

export const LIMIT_MAX = 1_000;

export const DIMENSIONS_MAX = 4_096;
const TEXT_LENGTH_MAX = 512;
const TAGS_MAX = 1_000;
const CHOICES_MAX = 100;
const PALETTE_MAX = 32;
const WEIGHT_MAX = 1_000;
const FACES_MAX = 4_294_967_295;
const SIDES = ['left', 'right', 'top', 'bottom'];
const PERCEPTUAL_HASH = /^[0-9a-f]{16}$/;
const COLOUR = /^#[0-9a-f]{6}$/;

export function toPoint(point: WirePoint, loc: Loc): Point {
  const image = toVector(point.image, [...loc, 'image']);
  if (image === undefined)
    throw invalid({ loc: [...loc, 'image'], msg: 'an image vector is required', type: 'missing' });
  checkCount(point.tags.length, TAGS_MAX, [...loc, 'tags']);
  return {
    assetId: checkAssetId(point.assetId, [...loc, 'asset_id']),
    contentVersion: checkText(point.contentVersion, TEXT_LENGTH_MAX, [...loc, 'content_version']),
    image,
    caption: toVector(point.caption, [...loc, 'caption']) ?? null,
    terms: weightedTerms(point),
    facets: toFacets(point, loc),
    perceptualHash: toPerceptualHash(point.signals?.perceptualHash, [...loc, 'signals', 'perceptual_hash']),
  };
}

/** Undefined when there is none. */
export function toVector(vector: Vector | null, loc: Loc): Float32Array | undefined {
  if (vector === null || vector.values.length === 0) return undefined;
  checkCount(vector.values.length, DIMENSIONS_MAX, loc);
  const values = Float32Array.from(vector.values);
  let squares = 0;
  for (const value of values) squares += value * value;
  // Catches NaN and infinities too; a vector without a direction is near nothing.
  if (!(squares > 0 && Number.isFinite(squares))) {
    throw invalid({ loc, msg: 'expected finite numbers that are not all zero', type: 'vector_values' });
  }
  return values;
}

export function toFilters(filters: WireFilters | null): Filters {
  const loc = (name: string): Loc => ['filters', name];
  return {
    luminance: toRange('luminance', filters?.luminanceMin, filters?.luminanceMax, 1),
    faces: toRange('faces', filters?.facesMin, filters?.facesMax, FACES_MAX),
    aspect: toRange('aspect', filters?.aspectMin, filters?.aspectMax, Number.MAX_VALUE),
    monochrome: filters?.monochrome,
    commercial: filters?.commercial,
    derivatives: filters?.derivatives,
    attributionRequired: filters?.attributionRequired,
    shareAlike: filters?.shareAlike,
    aiGenerated: filters?.aiGenerated,
    negSpaceAny: toSides(filters?.negSpaceAny ?? [], loc('neg_space_any')),
    licenseAny: toChoices(filters?.licenseAny ?? [], loc('license_any')),
    sourceAny: toChoices(filters?.sourceAny ?? [], loc('source_any')),
  };
}

export function toPaletteNear(filters: WireFilters | null): string | undefined {
  return filters?.paletteNear === undefined
    ? undefined
    : toColour(filters.paletteNear, ['filters', 'palette_near']);
}

/** Undefined leaves the weights to the service. */
export function toWeights(weights: ListWeights | null): Record<ListName, number> | undefined {
  if (weights === null) return undefined;
  const weight = (name: ListName): number =>
    checkNumber(weights[name], 0, WEIGHT_MAX, ['weights', name]) ?? 1;
  const wanted = { words: weight('words'), caption: weight('caption'), image: weight('image') };
  if (Object.values(wanted).every((value) => value === 0)) {
    throw invalid({ loc: ['weights'], msg: 'one of the weights has to be above 0', type: 'weights' });
  }
  return wanted;
}

export function toCandidate({
  assetId,
  score,
  ranks: { words, caption, image },
  duplicates = [],
}: Folded): CandidateInput {
  return {
    assetId,
    score,
    duplicates: [...duplicates],
    ...(words !== undefined && { wordsRank: words }),
    ...(caption !== undefined && { captionRank: caption }),
    ...(image !== undefined && { imageRank: image }),
  };
}

function toFacets({ source, aiGenerated, signals, rights }: WirePoint, loc: Loc): Facets {
  return {
    source: checkText(source, TEXT_LENGTH_MAX, [...loc, 'source']),
    aiGenerated,
    ...toRightsFacets(rights, [...loc, 'rights']),
    ...toSignalFacets(signals, [...loc, 'signals']),
  };
}

type RightsFacets = Pick<
  Facets,
  'license' | 'commercial' | 'derivatives' | 'attributionRequired' | 'shareAlike'
>;

function toRightsFacets(rights: Rights | null, loc: Loc): RightsFacets {
  const license = checkText(rights?.license ?? '', TEXT_LENGTH_MAX, [...loc, 'license']);
  return {
    license: license === '' ? null : license,
    commercial: rights?.commercial ?? null,
    derivatives: rights?.derivatives ?? null,
    attributionRequired: rights?.attributionRequired ?? null,
    shareAlike: rights?.shareAlike ?? null,
  };
}

function toSignalFacets(
  signals: Signals | null,
  loc: Loc,
): Pick<Facets, 'luminance' | 'monochrome' | 'faces' | 'aspect' | 'negSpace' | 'palette'> {
  return {
    luminance: checkNumber(signals?.luminance, 0, 1, [...loc, 'luminance']) ?? null,
    monochrome: signals?.monochrome ?? null,
    faces: checkNumber(signals?.faces, 0, FACES_MAX, [...loc, 'faces']) ?? null,
    aspect: checkNumber(signals?.aspect, Number.MIN_VALUE, Number.MAX_VALUE, [...loc, 'aspect']) ?? null,
    negSpace: toSides(signals?.negSpace ?? [], [...loc, 'neg_space']),
    palette: signals === null ? [] : toPalette(signals, loc),
  };
}

function toPalette({ palette, paletteShares }: Signals, loc: Loc): Swatch[] {
  checkCount(palette.length, PALETTE_MAX, [...loc, 'palette']);
  if (paletteShares.length !== palette.length) {
    throw invalid({
      loc: [...loc, 'palette_shares'],
      msg: 'expected one share a colour',
      type: 'palette_shares',
    });
  }
  return palette.map((hex, position) => ({
    hex: toColour(hex, [...loc, 'palette', position]),
    share: checkNumber(paletteShares[position], 0, 1, [...loc, 'palette_shares', position]) ?? 0,
  }));
}

function toPerceptualHash(value: string | undefined, loc: Loc): string | null {
  if (value === undefined || PERCEPTUAL_HASH.test(value)) return value ?? null;
  throw invalid({ loc, msg: 'expected 16 hexadecimal digits', type: 'perceptual_hash', input: value });
}

function toColour(value: string, loc: Loc): string {
  const colour = value.toLowerCase();
  if (!COLOUR.test(colour)) throw invalid({ loc, msg: 'expected #rrggbb', type: 'colour', input: value });
  return colour;
}

function toSides(values: readonly string[], loc: Loc): string[] {
  const wrong = values.find((value) => !SIDES.includes(value));
  if (wrong === undefined) return [...new Set(values)];
  throw invalid({ loc, msg: `expected any of ${SIDES.join(', ')}`, type: 'side', input: wrong });
}

function toChoices(values: readonly string[], loc: Loc): string[] {
  checkCount(values.length, CHOICES_MAX, loc);
  return values.map((value, position) => checkText(value, TEXT_LENGTH_MAX, [...loc, position]));
}

function toRange(name: string, min: number | undefined, max: number | undefined, most: number): Range {
  checkNumber(min, 0, most, ['filters', `${name}_min`]);
  checkNumber(max, 0, most, ['filters', `${name}_max`]);
  if (min !== undefined && max !== undefined && min > max) {
    throw invalid({
      loc: ['filters', `${name}_min`],
      msg: `${name}_min is above ${name}_max`,
      type: 'range',
    });
  }
  return { min, max };
}
