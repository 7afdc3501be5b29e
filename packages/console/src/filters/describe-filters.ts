import { FILTERS, SHARES, type Filters } from '../api/types.js';
import { licenceName } from '../image/rights-words.js';

/** One chip: what some filters ask for, in words, and the names of those filters. */
interface FilterWords {
  names: (keyof Filters)[];
  words: string;
  /** For a colour, so that the chip can show it. */
  colour?: string;
}

/**
 * Filters in words, one entry for each property of an image.
 * @param own - the collection of the person's own images
 */
export function describeFilters(filters: Filters, own: string | null = null): FilterWords[] {
  const described: (FilterWords | undefined)[] = [
    ...SHARES.map((share) => describeShare(filters, share)),
    flag(filters, 'monochrome', 'Black and white', 'In colour'),
    describeFaces(filters),
    describeShape(filters),
    filters.orientation && { names: ['orientation'], words: capitalised(filters.orientation) },
    filters.resolution_min === undefined
      ? undefined
      : { names: ['resolution_min'], words: `${filters.resolution_min} megapixels or more` },
    describeCleanSpace(filters),
    filters.palette_near === undefined
      ? undefined
      : { names: ['palette_near'], words: `Close to ${filters.palette_near}`, colour: filters.palette_near },
    flag(filters, 'commercial', 'Commercial use', 'Not for commercial use'),
    flag(filters, 'derivatives', 'May be changed', 'May not be changed'),
    flag(filters, 'attribution_required', 'Credit needed', 'No credit needed'),
    flag(filters, 'share_alike', 'Share alike', 'No share-alike'),
    list(filters, 'license_any', (code) => licenceName({ license: code, license_verbatim: code })),
    list(filters, 'source_any', (source) => (source === own ? 'Your images' : `From ${source}`)),
    flag(filters, 'ai_generated', 'AI-generated only', 'No AI-generated'),
    flag(filters, 'human_made', 'Human work only', 'Not human work'),
    flag(filters, 'sensitive', 'Sensitive images too', 'Nothing sensitive'),
    describeDates(filters),
    filters.creator === undefined ? undefined : { names: ['creator'], words: `By ${filters.creator}` },
    list(filters, 'tags_any', (tag) => `Tagged ${tag}`),
    list(filters, 'tags_all', (tag) => `Tagged ${tag}`, ' and '),
  ];
  return described.filter((entry) => entry !== undefined);
}

function describeShare(
  filters: Filters,
  { title, min, max }: (typeof SHARES)[number],
): FilterWords | undefined {
  const [from, to] = [filters[min], filters[max]];
  if (from === undefined && to === undefined) return undefined;
  const bounds =
    to === undefined
      ? `${percent(from)} or more`
      : from === undefined
        ? `${percent(to)} or less`
        : `${percent(from)} to ${percent(to)}`;
  return { names: [min, max], words: `${title} ${bounds}` };
}

function describeFaces({ faces_min: min, faces_max: max }: Filters): FilterWords | undefined {
  if (min === undefined && max === undefined) return undefined;
  const names: FilterWords['names'] = ['faces_min', 'faces_max'];
  if (max === 0) return { names, words: 'No faces' };
  if (min === max) return { names, words: max === 1 ? 'One face' : `${max} faces` };
  if (max === undefined) return { names, words: min === 1 ? 'With faces' : `${min} or more faces` };
  return { names, words: min === undefined ? `${max} faces or fewer` : `${min} to ${max} faces` };
}

function describeShape({ aspect_min: min, aspect_max: max }: Filters): FilterWords | undefined {
  if (min === undefined && max === undefined) return undefined;
  const names: FilterWords['names'] = ['aspect_min', 'aspect_max'];
  if (min === undefined) return { names, words: max === 0.95 ? 'Portrait' : `Shape up to ${ratio(max)}` };
  if (max === undefined) return { names, words: min === 1.05 ? 'Landscape' : `Shape from ${ratio(min)}` };
  if (min === 0.95 && max === 1.05) return { names, words: 'Square' };
  const middle = KNOWN_RATIOS.find(([, value]) => value >= min && value <= max && max / min < 1.2);
  return { names, words: middle ? `Shape ${middle[0]}` : `Shape ${ratio(min)} to ${ratio(max)}` };
}

const KNOWN_RATIOS: [string, number][] = [
  ['21:9', 21 / 9],
  ['16:9', 16 / 9],
  ['3:2', 3 / 2],
  ['4:3', 4 / 3],
  ['4:5', 4 / 5],
  ['3:4', 3 / 4],
  ['2:3', 2 / 3],
  ['9:16', 9 / 16],
];

function describeCleanSpace({ neg_space_any: sides }: Filters): FilterWords | undefined {
  if (!sides || sides.length === 0) return undefined;
  const where = sides.length === 4 ? 'on any side' : sides.join(' or ');
  return { names: ['neg_space_any'], words: `Clean space ${where}` };
}

function flag(filters: Filters, name: keyof Filters, yes: string, no: string): FilterWords | undefined {
  const value = filters[name];
  return typeof value === 'boolean' ? { names: [name], words: value ? yes : no } : undefined;
}

function list(
  filters: Filters,
  name: 'license_any' | 'source_any' | 'tags_any' | 'tags_all',
  say: (value: string) => string,
  between = ' or ',
): FilterWords | undefined {
  const values = filters[name] ?? [];
  return values.length > 0 ? { names: [name], words: values.map(say).join(between) } : undefined;
}

function describeDates({ created_from: from, created_to: to }: Filters): FilterWords | undefined {
  if (from === undefined && to === undefined) return undefined;
  const words =
    to === undefined
      ? `Made in ${from} or later`
      : from === undefined
        ? `Made in ${to} or earlier`
        : from === to
          ? `Made in ${from}`
          : `Made from ${from} to ${to}`;
  return { names: ['created_from', 'created_to'], words };
}

export function percent(share: number | undefined): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}

function ratio(value: number | undefined): string {
  return `${Number((value ?? 0).toFixed(2))}:1`;
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
