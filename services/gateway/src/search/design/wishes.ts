import { facetRow, type FacetName } from '@imagesearch/facets/facets';
import {
  DESIGN_FACETS,
  FILTERS,
  filtersOn,
  type DesignFilters,
  type FilterName,
  type Filters,
  type FilterRow,
} from '@imagesearch/facets/filters';
import type { Asset } from '../../assets/asset.js';

/** What a brief asks of the look or the rights of an image: the inferred filters on one facet. */
export interface Wish {
  facet: FacetName;
  filters: FilterName[];
}

/** The wishes in inferred filters. A preferred colour is none, because it drops no image, and so is what is never relaxed. */
export function wishesIn(inferred: DesignFilters): Wish[] {
  return DESIGN_FACETS.filter((facet) => facetRow(facet).relaxPlace !== undefined).flatMap((facet) => {
    const filters = filtersOn(facet).filter((name) => inferred[name as keyof DesignFilters] !== undefined);
    return filters.length === 0 ? [] : [{ facet, filters }];
  });
}

/** The wishes that an image meets. As in the index, an unknown value meets none. */
export function wishesMet(asset: Asset, wishes: readonly Wish[], wanted: Filters): Wish[] {
  return wishes.filter(({ facet, filters }) =>
    FILTERS.filter(({ name }) => filters.includes(name)).every((row) =>
      meets(valueOf(asset, facet), row, wanted[row.name]),
    ),
  );
}

type Value = number | boolean | string | readonly string[] | null;

function meets(value: Value, { bound }: FilterRow, wanted: Filters[FilterName]): boolean {
  if (value === null || wanted === undefined) return false;
  switch (bound) {
    case 'min':
      return Number(value) >= Number(wanted);
    case 'max':
      return Number(value) <= Number(wanted);
    case 'is':
      return value === wanted;
    case 'any':
      return [value].flat().some((one) => (wanted as readonly unknown[]).includes(one));
    case 'near':
      return true;
  }
}

const PIXELS_PER_MEGAPIXEL = 1_000_000;

function valueOf({ signals, rights, ...asset }: Asset, facet: FacetName): Value {
  switch (facet) {
    case 'luminance':
    case 'monochrome':
    case 'faces':
    case 'aspect':
    case 'negSpace':
      return signals[facet];
    case 'palette':
      return signals.palette;
    case 'resolution':
      return (asset.width * asset.height) / PIXELS_PER_MEGAPIXEL;
    case 'commercial':
    case 'derivatives':
    case 'attributionRequired':
    case 'shareAlike':
    case 'license':
      return rights[facet];
    case 'source':
    case 'aiGenerated':
      return asset[facet];
  }
}
