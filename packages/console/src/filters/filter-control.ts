import type { Filters } from '../api/types.js';

/** What every filter control gets: the filters that are set, and a way to change them; undefined takes a filter out. */
export interface FilterControl {
  filters: Filters;
  change: (change: FilterChange) => void;
}

export type FilterChange = { [Name in keyof Filters]?: Filters[Name] | undefined };
