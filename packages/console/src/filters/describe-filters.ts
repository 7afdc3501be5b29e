import { FILTERS, SHARES, type Filters } from '../api/types.js';
import { licenceName } from '../image/rights-words.js';

/** One property of an image, as the filters of it read. */
interface Property {
  names: readonly (keyof Filters)[];
  /** @param own - the collection of the person's own images */
  say: (filters: Filters, own: string | null) => string;
}

const PROPERTIES: readonly Property[] = [
  ...SHARES.map(({ title, min, max }): Property => ({
    names: [min, max],
    say: (filters) => `${title} ${bounds(filters[min], filters[max], percent)}`,
  })),
  flag('monochrome', 'Black and white', 'In colour'),
  { names: ['faces_min', 'faces_max'], say: facesIn },
  { names: ['aspect_min', 'aspect_max'], say: shapeIn },
  { names: ['orientation'], say: ({ orientation = '' }) => capitalised(orientation) },
  { names: ['resolution_min'], say: ({ resolution_min: least }) => `${least} megapixels or more` },
  { names: ['neg_space_any'], say: cleanSpaceIn },
  { names: ['palette_near'], say: ({ palette_near: colour }) => `Close to ${colour}` },
  flag('commercial', 'Commercial use', 'Not for commercial use'),
  flag('derivatives', 'May be changed', 'May not be changed'),
  flag('attribution_required', 'Credit needed', 'No credit needed'),
  flag('share_alike', 'Share alike', 'No share-alike'),
  {
    names: ['license_any'],
    say: ({ license_any: codes = [] }) => codes.map((license) => licenceName({ license })).join(' or '),
  },
  {
    names: ['source_any'],
    say: ({ source_any: sources = [] }, own) =>
      sources.map((source) => (source === own ? 'Your images' : `From ${source}`)).join(' or '),
  },
  flag('ai_generated', 'AI-generated only', 'No AI-generated'),
  flag('human_made', 'Human work only', 'Not human work'),
  flag('sensitive', 'Sensitive images too', 'Nothing sensitive'),
  {
    names: ['created_from', 'created_to'],
    say: ({ created_from: from, created_to: to }) => `Made ${bounds(from, to, String, 'later', 'earlier')}`,
  },
  { names: ['creator'], say: ({ creator }) => `By ${creator}` },
  { names: ['tags_any'], say: ({ tags_any: tags = [] }) => `Tagged ${tags.join(' or ')}` },
  { names: ['tags_all'], say: ({ tags_all: tags = [] }) => `Tagged ${tags.join(' and ')}` },
];

interface FilterWords extends Pick<Property, 'names'> {
  words: string;
  /** For a chip to show. */
  colour: string | undefined;
}

/** Filters in words, one entry for each property of an image. */
export function describeFilters(filters: Filters, own: string | null = null): FilterWords[] {
  const isSet = (name: keyof Filters): boolean => filters[name] !== undefined;
  return PROPERTIES.filter(({ names }) => names.some(isSet)).map(({ names, say }) => ({
    names,
    words: say(filters, own),
    colour: names.includes('palette_near') ? filters.palette_near : undefined,
  }));
}

function flag(name: keyof Filters, yes: string, no: string): Property {
  return { names: [name], say: (filters) => (filters[name] === true ? yes : no) };
}

/** One of them is there. */
function bounds<Value>(
  from: Value | undefined,
  to: Value | undefined,
  say: (value: Value) => string,
  more = 'more',
  less = 'less',
): string {
  if (from === undefined) return to === undefined ? '' : `${say(to)} or ${less}`;
  if (to === undefined) return `${say(from)} or ${more}`;
  return from === to ? say(from) : `${say(from)} to ${say(to)}`;
}

function facesIn({ faces_min: from, faces_max: to }: Filters): string {
  if (to === 0) return 'No faces';
  if (from === 1 && to === 1) return 'One face';
  return `${bounds(from, to, String, 'more', 'fewer')} faces`;
}

export const RATIOS = [
  [21, 9],
  [16, 9],
  [3, 2],
  [4, 3],
  [4, 5],
  [3, 4],
  [2, 3],
  [9, 16],
] as const;

/** 3 % around a ratio, as the service reads one from words. */
export function aspectAround(aspect: number): { aspect_min: number; aspect_max: number } {
  const around = (factor: number): number => Number((aspect * factor).toFixed(2));
  return { aspect_min: around(0.97), aspect_max: around(1.03) };
}

/** As the service reads them from words. */
const SHAPES: (Filters & { words: string })[] = [
  { words: 'Landscape', aspect_min: 1.05 },
  { words: 'Portrait', aspect_max: 0.95 },
  { words: 'Square', aspect_min: 0.95, aspect_max: 1.05 },
  ...RATIOS.map(([width, height]) => ({
    words: `Shape ${width}:${height}`,
    ...aspectAround(width / height),
  })),
];

function shapeIn({ aspect_min: min, aspect_max: max }: Filters): string {
  const known = SHAPES.find(({ aspect_min, aspect_max }) => aspect_min === min && aspect_max === max);
  return known?.words ?? `Shape ${bounds(min, max, (value) => `${value}:1`, 'wider', 'taller')}`;
}

function cleanSpaceIn({ neg_space_any: sides = [] }: Filters): string {
  return `Clean space ${sides.length === 4 ? 'on any side' : sides.join(' or ')}`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What a title leaves open: which of its values is wished for. */
const WISHES: Record<string, string> = {
  attribution_required: 'no credit needed',
  ai_generated: 'no AI-generated images',
};

/** `["luminance_min", "luminance_max"]` → `brightness`. */
export function wishesOf(names: readonly string[]): string {
  const wishes = names.map((name) => WISHES[name] ?? FILTERS[name as keyof Filters].title.toLowerCase());
  return [...new Set(wishes)].join(', ');
}
