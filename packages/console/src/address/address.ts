import type { Use } from '@imagesearch/sdk';
import { FILTERS, type FilterSchema, type Filters } from '../api/types.js';
import { readUse, writeUse } from '../filters/use.js';

/** Everything that a link to this page holds. The key is never in it. */
export interface Address {
  query: string;
  /** Whether all images are shown, within the filters, where nothing is searched for. */
  browses: boolean;
  /** Whether the brief is read for filters (`parse_design`). */
  readsBrief: boolean;
  /** Whether the words are searched for as written, without corrections. */
  isExact: boolean;
  example: Example | null;
  /** Show images like this asset, instead of a search. */
  like: string | null;
  filters: Filters;
  /** What the images are wanted for. */
  use: Use;
  /** Whether those that may not be used so are left out. */
  usableOnly: boolean;
  /** Results with a lower score are left out (`min_score`), 0 to 1. */
  minScore: number;
  /** Results wanted. */
  count: number;
  /** The asset that is open in the large view. */
  open: string | null;
  panel: Panel | null;
}

/** `kept`: an image in this browser's store, by its id. `web`: the public address of an image. */
export type Example = { kind: 'kept'; id: string } | { kind: 'web'; url: string };

const PANELS = ['tray', 'account', 'add'] as const;
type Panel = (typeof PANELS)[number];

export const COUNT_FIRST = 30;
/** The API reduces more to what the plan allows. */
const COUNT_MAX = 1_000;

/** Another search, for the same use and within the same filters. */
export const NEW_SEARCH = {
  query: '',
  browses: false,
  isExact: false,
  example: null,
  like: null,
  minScore: 0,
  count: COUNT_FIRST,
  open: null,
  panel: null,
} satisfies Partial<Address>;

export const START: Address = { ...NEW_SEARCH, readsBrief: true, filters: {}, use: {}, usableOnly: false };

export function likeThis(assetId: string): Partial<Address> {
  return { ...NEW_SEARCH, like: assetId };
}

/** Whether the address asks for results. */
export function isSearch({ query, example, like, browses }: Address): boolean {
  return query !== '' || example !== null || like !== null || browses;
}

export function parseAddress(search: string): Address {
  const parameters = new URLSearchParams(search);
  const use = readUse(parameters);
  return {
    query: parameters.get('q')?.trim() ?? '',
    browses: parameters.get('browse') === '1',
    readsBrief: parameters.get('read') !== '0',
    isExact: parameters.get('exact') === '1',
    example: exampleOf(parameters),
    like: textOf(parameters.get('like')),
    filters: readFilters(parameters),
    use,
    usableOnly: Object.keys(use).length > 0 && parameters.get('usable_only') === 'true',
    minScore: minScoreOf(parameters.get('min_score')),
    count: countOf(parameters.get('count')),
    open: textOf(parameters.get('open')),
    panel: PANELS.find((panel) => panel === parameters.get('panel')) ?? null,
  };
}

/** The path and the query part, such as `/?q=red+apple`. */
export function formatAddress(address: Address): string {
  const text = parametersOf(address).toString();
  return text === '' ? '/' : `/?${text}`;
}

export function parametersOf(address: Address): URLSearchParams {
  const parameters = new URLSearchParams();
  if (address.query !== '') parameters.set('q', address.query);
  if (address.browses) parameters.set('browse', '1');
  if (!address.readsBrief) parameters.set('read', '0');
  if (address.isExact) parameters.set('exact', '1');
  if (address.example?.kind === 'kept') parameters.set('example', address.example.id);
  if (address.example?.kind === 'web') parameters.set('image_url', address.example.url);
  if (address.like !== null) parameters.set('like', address.like);
  writeFilters(address.filters, parameters);
  writeUse(address.use, parameters);
  if (address.usableOnly && Object.keys(address.use).length > 0) parameters.set('usable_only', 'true');
  if (address.minScore > 0) parameters.set('min_score', String(address.minScore));
  if (address.count !== COUNT_FIRST) parameters.set('count', String(address.count));
  if (address.open !== null) parameters.set('open', address.open);
  if (address.panel !== null) parameters.set('panel', address.panel);
  return parameters;
}

function textOf(text: string | null): string | null {
  return text === '' ? null : text;
}

function exampleOf(parameters: URLSearchParams): Example | null {
  const id = parameters.get('example');
  if (id) return { kind: 'kept', id };
  const url = parameters.get('image_url');
  return url ? { kind: 'web', url } : null;
}

function minScoreOf(text: string | null): number {
  const score = Number(text ?? 0);
  return score > 0 && score <= 1 ? score : 0;
}

function countOf(text: string | null): number {
  const count = Number(text ?? COUNT_FIRST);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, COUNT_MAX) : COUNT_FIRST;
}

const FILTER_NAMES = Object.keys(FILTERS) as readonly (keyof Filters)[];

/**
 * The filters of an address, under the names of the API; a list repeats its name. What cannot be read is left out; what the API
 * refuses, the API explains.
 */
export function readFilters(parameters: URLSearchParams): Filters {
  const filters: Record<string, unknown> = {};
  for (const name of FILTER_NAMES) {
    const value = read(FILTERS[name].type, parameters.getAll(name));
    if (value !== undefined) filters[name] = value;
  }
  return filters;
}

function writeFilters(filters: Filters, parameters: URLSearchParams): void {
  for (const name of FILTER_NAMES) {
    const value = filters[name];
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined) parameters.append(name, String(item));
  }
}

function read([type]: FilterSchema['type'], texts: string[]): unknown {
  const given = texts.filter((text) => text !== '');
  const [text] = given;
  if (text === undefined) return undefined;
  switch (type) {
    case 'number':
    case 'integer':
      return Number.isFinite(Number(text)) ? Number(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'array':
      return given;
    case 'string':
      return text;
  }
}
