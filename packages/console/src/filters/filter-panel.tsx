import { useSyncExternalStore, type ReactNode } from 'react';
import { goTo, useAddress } from '../address/use-address.js';
import { createStore } from '../api/store.js';
import { SHARES } from '../api/types.js';
import { Button } from '../ui/button.js';
import { Modal } from '../ui/modal.js';
import { AI, COLOURS, FACES, PERMISSIONS, SHAPES, SIZES } from './choices.js';
import { changed, Check, Choice, ShareSlider, useFilters, Wishes } from './controls.js';
import { CleanSpaceFilter, PaletteFilter, ShareFilter } from './look-filters.js';
import { COMMON_LICENCES, NamesFilter } from './names-filter.js';
import { OriginFilter } from './origin-filters.js';
import { PURPOSES } from './use.js';
import './filter-panel.css';

interface FilterPanelProps {
  /** Colours of the images that are shown. */
  colours: readonly string[];
  /** Collections and licences of the images that are shown. */
  sources: readonly string[];
  licences: readonly string[];
}

/** A control for every filter of the API. */
export function FilterPanel({ colours, sources, licences }: FilterPanelProps) {
  const { minScore, readsBrief } = useAddress();
  const control = useFilters();
  const { filters, change } = control;
  return (
    <div id="filters" className="filter-panel">
      <UseFilter />
      <Wishes title="What you may do" wishes={PERMISSIONS} values={filters} change={change} />
      <Choice title="Shape" className="frames" options={SHAPES} />
      <CleanSpaceFilter />
      <PaletteFilter colours={colours} />
      <Choice title="Colour" options={COLOURS} />
      {SHARES.map((share) => (
        <ShareFilter key={share.min} {...share} />
      ))}
      <Choice title="Faces" options={FACES} />
      <Choice title="Resolution" options={SIZES} />
      <NamesFilter
        {...control}
        name="license_any"
        title="Licence"
        known={[...COMMON_LICENCES, ...licences]}
      />
      <NamesFilter {...control} name="source_any" title="Collection" known={sources} />
      <OriginFilter />
      <AiFilter />
      <fieldset>
        <legend>How well it fits</legend>
        <ShareSlider words="At least" value={minScore} onSet={(least) => goTo({ minScore: least })} />
        <p className="filter-hint">30 to 40 % leaves out what probably does not fit.</p>
      </fieldset>
      <Check
        words="Read filters from my words"
        isChecked={readsBrief}
        onCheck={(isChecked) => goTo({ readsBrief: isChecked })}
      />
    </div>
  );
}

/** Each image then says whether it may be used so. */
function UseFilter() {
  const { use, usableOnly } = useAddress();
  return (
    <Wishes
      title="What you want it for"
      wishes={PURPOSES}
      values={use}
      change={(wish) => goTo({ use: changed(use, wish) })}
    >
      {Object.keys(use).length > 0 && (
        <Check
          words="Only images that may be used for this"
          isChecked={usableOnly}
          onCheck={(isChecked) => goTo({ usableOnly: isChecked })}
        />
      )}
    </Wishes>
  );
}

function AiFilter() {
  const { filters, change } = useFilters();
  return (
    <Choice title="AI-generated images" options={AI}>
      <p className="filter-hint">
        “If short” shows them only when few other images fit. “Human work only” needs a mark of the file or of
        its source.
      </p>
      <Check
        words="Show sensitive images too"
        isChecked={filters.sensitive === true}
        onCheck={(isChecked) => change({ sensitive: isChecked ? true : undefined })}
      />
    </Choice>
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
      <Button look="main" onClick={onClose}>
        Show the images
      </Button>
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

// On a small screen they would cover the results.
const isOpen = createStore(matchMedia(IS_WIDE).matches && localStorage.getItem(KEPT_AS) !== 'closed');

/** Whether the filters are shown: as the person left them; at first, where there is room beside the images. */
export const useFiltersOpen = isOpen.use;

export function openFilters(next: boolean): void {
  if (matchMedia(IS_WIDE).matches) localStorage.setItem(KEPT_AS, next ? 'open' : 'closed');
  isOpen.set(next);
}
