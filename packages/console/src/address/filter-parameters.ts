import type { Filters } from '../api/types.js';

type FilterName = keyof Filters;

/** How each filter stands in the address, under the name that the API has for it. A list repeats its name. */
const FORMS: Record<FilterName, 'number' | 'flag' | 'text' | 'list'> = {
  luminance_min: 'number',
  luminance_max: 'number',
  monochrome: 'flag',
  faces_min: 'number',
  faces_max: 'number',
  aspect_min: 'number',
  aspect_max: 'number',
  orientation: 'text',
  resolution_min: 'number',
  neg_space_any: 'list',
  palette_near: 'text',
  commercial: 'flag',
  derivatives: 'flag',
  attribution_required: 'flag',
  share_alike: 'flag',
  license_any: 'list',
  source_any: 'list',
  ai_generated: 'flag',
};

const FILTER_NAMES = Object.keys(FORMS) as readonly FilterName[];

/** The filters of an address. What cannot be read is left out; what the API refuses, the API explains. */
export function readFilters(parameters: URLSearchParams): Filters {
  const filters: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const value = read(FORMS[name], parameters.getAll(name));
    if (value !== undefined) filters[name] = value;
  }
  return filters;
}

export function writeFilters(filters: Filters, parameters: URLSearchParams): void {
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) parameters.append(name, String(item));
  }
}

function read(form: (typeof FORMS)[FilterName], texts: string[]): unknown {
  const given = texts.filter((text) => text !== '');
  const [text] = given;
  if (text === undefined) return undefined;
  switch (form) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'flag':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'list':
      return given;
    case 'text':
      return text;
  }
}
