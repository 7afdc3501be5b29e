import { useSyncExternalStore, type ReactNode, useState } from 'react';
import { SHARES } from '../api/types.js';
import { goTo, useAddress } from '../address/use-address.js';
import { AiFilter, FacesFilter, ResolutionFilter, ShapeFilter } from './picture-filters.js';
import { CleanSpaceFilter, ColourFilter, PaletteFilter, ShareFilter } from './look-filters.js';
import { OriginFilter } from './origin-filters.js';
import { NamesFilter, RightsFilter, UseFilter, COMMON_LICENCES } from './rights-filters.js';
import { changedFilters, Check, type FilterChange, type FilterControl, ShareSlider } from './controls.js';
import { Modal } from '../ui/modal.js';
import './filter-panel.css';

interface FilterPanelProps {
  /** Colours of the images that are shown. */
  colours: readonly string[];
  /** Collections and licences of the images that are shown. */
  sources: readonly string[];
  licences: readonly string[];
}

/** A control for every filter of the API. A change searches at once. */
export function FilterPanel({ colours, sources, licences }: FilterPanelProps) {
  const { filters, use, usableOnly, minScore, readsBrief } = useAddress();
  const change = (changed: FilterChange): void => goTo({ filters: changedFilters(filters, changed) });
  const control: FilterControl = { filters, change };
  return (
    <div id="filters" className="filter-panel">
      <UseFilter use={use} usableOnly={usableOnly} onChange={goTo} />
      <RightsFilter {...control} />
      <ShapeFilter {...control} />
      <CleanSpaceFilter {...control} />
      <PaletteFilter {...control} colours={colours} />
      <ColourFilter {...control} />
      {SHARES.map((share) => (
        <ShareFilter key={share.min} {...control} share={share} />
      ))}
      <FacesFilter {...control} />
      <ResolutionFilter {...control} />
      <NamesFilter
        {...control}
        name="license_any"
        title="Licence"
        known={[...COMMON_LICENCES, ...licences]}
      />
      <NamesFilter {...control} name="source_any" title="Collection" known={sources} />
      <OriginFilter {...control} />
      <AiFilter {...control} />
      <LeastScore value={minScore} onSet={(least) => goTo({ minScore: least })} />
      <Check
        words="Read filters from my words"
        isChecked={readsBrief}
        onCheck={(isChecked) => goTo({ readsBrief: isChecked })}
      />
    </div>
  );
}

interface LeastScoreProps {
  value: number;
  onSet: (value: number) => void;
}

/** How well an image has to fit. The API estimates it for each result. */
function LeastScore({ value, onSet }: LeastScoreProps) {
  return (
    <fieldset>
      <legend>How well it fits</legend>
      <ShareSlider words="At least" value={value} onSet={onSet} />
      <p className="filter-hint">30 to 40 % leaves out what probably does not fit.</p>
    </fieldset>
  );
}

const BESIDE = '(min-width: 60rem)';

/** The filters beside the results, or over them where there is no room. */
export function FilterFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const isBeside = useSyncExternalStore(watchWidth, () => matchMedia(BESIDE).matches);
  if (isBeside) {
    return (
      <aside className="filters" aria-label="Filters">
        {children}
      </aside>
    );
  }
  return (
    <Modal title="Filters" onClose={onClose}>
      {children}
      <button type="button" className="button button-main" onClick={onClose}>
        Show the images
      </button>
    </Modal>
  );
}

function watchWidth(onChange: () => void): () => void {
  const query = matchMedia(BESIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const KEPT_AS = 'image-search-filters';
const IS_WIDE = '(min-width: 75rem)';

/** Whether the filters are shown: as the person left them; at first, where there is room beside the images. */
export function useFiltersOpen(): [isOpen: boolean, set: (isOpen: boolean) => void] {
  const [isOpen, setIsOpen] = useState(() => {
    const isWide = matchMedia(IS_WIDE).matches;
    // On a small screen they would cover the results.
    return isWide && localStorage.getItem(KEPT_AS) !== 'closed';
  });
  const set = (next: boolean): void => {
    if (matchMedia(IS_WIDE).matches) localStorage.setItem(KEPT_AS, next ? 'open' : 'closed');
    setIsOpen(next);
  };
  return [isOpen, set];
}
