import { nearestName, plainName } from '@imagesearch/service-kit/text/nearest-name';

/** Names of the fields at one place of a request, and of the related fields that belong elsewhere. */
export interface FieldNames {
  known: readonly string[];
  /** Under the place that a person calls it by, such as "in `filters`". */
  elsewhere: Readonly<Record<string, readonly string[]>>;
}

export const UNKNOWN_FIELD = 'This field is not known.';

/** The longest known field has 20 characters; a name far longer is no misspelling of one. */
const NAME_CHARS_MAX = 40;
/** What other interfaces call a field, in letters and digits only. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  query: ['q', 'text', 'prompt', 'search', 'keywords', 'words', 'term'],
  k: ['n', 'limit', 'count', 'size', 'topk', 'top', 'perpage', 'pagesize', 'maxresults', 'numresults'],
  cursor: ['after', 'nextcursor', 'pagetoken', 'nextpagetoken', 'continuation'],
  image_url: ['url', 'imageuri', 'uri'],
  image_base64: ['base64', 'imagedata', 'imagebytes'],
  asset_id: ['id', 'seed', 'imageid'],
  min_score: ['threshold', 'scoremin', 'minimumscore', 'minsimilarity'],
  palette_near: ['colour', 'color', 'colours', 'colors', 'hex'],
  license_any: ['licence', 'license', 'licences', 'licenses'],
  source_any: ['source', 'sources', 'collection'],
  ai_generated: ['ai', 'generated'],
  sensitive: ['mature', 'nsfw'],
  created_from: ['from', 'since', 'datefrom', 'startdate'],
  created_to: ['until', 'dateto', 'enddate'],
  creator: ['author', 'artist', 'photographer'],
  tags_any: ['tag', 'tags'],
  sort: ['order', 'orderby', 'sortby'],
  v: ['variant'],
};

const CALLED: ReadonlyMap<string, string> = new Map(
  Object.entries(OTHER_NAMES).flatMap(([name, others]) => others.map((other) => [other, name] as const)),
);

/** What to say of an unknown field: the known one that it may stand for, and where that one belongs. */
export function suggestionFor(
  key: string,
  { known, elsewhere }: FieldNames,
): { msg: string; ctx: { did_you_mean?: string } } {
  if (key.length > NAME_CHARS_MAX) return { msg: UNKNOWN_FIELD, ctx: {} };
  const here = nearest(key, known);
  if (here !== undefined) {
    return { msg: `${UNKNOWN_FIELD} Did you mean \`${here}\`?`, ctx: { did_you_mean: here } };
  }
  for (const [place, names] of Object.entries(elsewhere)) {
    const there = nearest(key, names);
    if (there === undefined) continue;
    return {
      msg: `${UNKNOWN_FIELD} \`${there}\` belongs ${place}.`,
      ctx: { did_you_mean: there },
    };
  }
  return { msg: UNKNOWN_FIELD, ctx: {} };
}

/** The name that a key may stand for: another word for it, its start, or a misspelling of it. */
function nearest(key: string, names: readonly string[]): string | undefined {
  const called = CALLED.get(plainName(key));
  return called !== undefined && names.includes(called) ? called : nearestName(key, names);
}
