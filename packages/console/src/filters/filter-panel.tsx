import type { Address } from '../address/address.js';
import { goTo } from '../address/use-address.js';
import type { Filters } from '../api/types.js';
import { AiFilter } from './ai-filter.js';
import { BrightnessFilter } from './brightness-filter.js';
import { CleanSpaceFilter } from './clean-space-filter.js';
import { ColourFilter } from './colour-filter.js';
import { FacesFilter } from './faces-filter.js';
import { LeastScore } from './least-score.js';
import { NamesFilter } from './names-filter.js';
import { PaletteFilter } from './palette-filter.js';
import { ResolutionFilter } from './resolution-filter.js';
import { RightsFilter } from './rights-filter.js';
import { ShapeFilter } from './shape-filter.js';
import { COMMON_LICENCES } from './common-licences.js';
import type { FilterChange, FilterControl } from './filter-control.js';
import './filter-panel.css';

interface FilterPanelProps {
  address: Address;
  /** Colours of the images that are shown. */
  colours: readonly string[];
  /** Collections and licences of the images that are shown. */
  sources: readonly string[];
  licences: readonly string[];
}

/** A control for every filter of the API. A change searches at once. */
export function FilterPanel({ address, colours, sources, licences }: FilterPanelProps) {
  const { filters } = address;
  const change = (changed: FilterChange): void =>
    goTo({ ...address, filters: applied(filters, changed), open: null });
  const control: FilterControl = { filters, change };
  return (
    <div className="filter-panel">
      <RightsFilter {...control} />
      <ShapeFilter {...control} />
      <CleanSpaceFilter {...control} />
      <PaletteFilter {...control} colours={colours} />
      <ColourFilter {...control} />
      <BrightnessFilter {...control} />
      <FacesFilter {...control} />
      <ResolutionFilter {...control} />
      <NamesFilter
        {...control}
        name="license_any"
        title="Licence"
        known={[...COMMON_LICENCES, ...licences]}
      />
      <NamesFilter {...control} name="source_any" title="Collection" known={sources} />
      <AiFilter {...control} />
      <LeastScore value={address.minScore} onSet={(minScore) => goTo({ ...address, minScore, open: null })} />
      <label className="check">
        <input
          type="checkbox"
          checked={address.readsBrief}
          onChange={(event) => goTo({ ...address, readsBrief: event.target.checked, open: null })}
        />
        Read filters from my words
      </label>
    </div>
  );
}

export function applied(filters: Filters, change: FilterChange): Filters {
  const entries = Object.entries({ ...filters, ...change }).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries);
}
