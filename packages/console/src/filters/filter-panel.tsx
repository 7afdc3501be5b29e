import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { parametersOf } from '../address/address.js';
import { currentAddress, goTo, useAddress } from '../address/use-address.js';
import { collection } from '../api/service-store.js';
import { createStore } from '../api/store.js';
import { SHARES, type Filters } from '../api/types.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/form.js';
import { Modal } from '../ui/modal.js';
import { CONTENT_GROUPS, FORM_GROUPS, MORE, USES, USES_WITH_ONLY } from './choices.js';
import { addressAfter, COMMON_LICENCES, NamesFilter, Options, ShareSlider } from './controls.js';
import './filter-panel.css';

/**
 * A control for every filter of the API.
 * @param licences - of the images that are shown
 */
export function FilterPanel({ licences }: { licences: readonly string[] }) {
  const address = useAddress();
  const sources = collection.use().value?.sources.map(({ source }) => source) ?? [];
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // The browser's own event, which React's is not: it comes when a slider is let go or a field is left, not on the way.
    const set = ({ target }: Event): void => goTo(addressAfter(currentAddress(), target as HTMLInputElement));
    const element = form.current;
    element?.addEventListener('change', set);
    return () => element?.removeEventListener('change', set);
  }, []);
  // What is set elsewhere shows here too.
  useLayoutEffect(() => form.current?.reset(), [address]);
  const given = parametersOf(address);
  return (
    <form id="filters" ref={form} className="stack filter-panel">
      <Options {...(Object.keys(address.use).length > 0 ? USES_WITH_ONLY : USES)} given={given} />
      {FORM_GROUPS.map((group) => (
        <Options key={group.title} {...group} given={given} />
      ))}
      <ColourFilter given={given} />
      <ShareFilters filters={address.filters} />
      {CONTENT_GROUPS.map((group) => (
        <Options key={group.title} {...group} given={given} />
      ))}
      <NamesFilter
        name="license_any"
        title="Licence"
        known={[...COMMON_LICENCES, ...licences]}
        given={given}
      />
      <NamesFilter name="source_any" title="Collection" known={sources} given={given} />
      <TextFilters given={given} />
      <fieldset>
        <legend>How well it fits</legend>
        <ShareSlider words="At least" name="min_score" value={address.minScore} />
        <p className="quiet">30 to 40 % leaves out what probably does not fit.</p>
      </fieldset>
      <Options {...MORE} given={given} />
    </form>
  );
}

interface GivenProps {
  given: URLSearchParams;
}

/** Where no colour is set, the field has to show one. */
const UNSET_COLOUR = '#888888';

/** A colour of the collection, or any other. */
function ColourFilter({ given }: GivenProps) {
  const colours = collection.use().value?.colours ?? [];
  const swatches = colours.map((colour) => {
    const drawing = <span className="swatch" title={colour} style={{ backgroundColor: colour }} />;
    return { words: `Close to ${colour}`, value: colour, drawing };
  });
  const any = { words: 'Any', value: '', drawing: <span className="swatch swatch-any" title="Any" /> };
  return (
    <Options
      title="Colour to come close to"
      name="palette_near"
      look="swatches"
      options={[any, ...swatches]}
      given={given}
    >
      <input
        type="color"
        name="palette_near"
        aria-label="Pick a colour"
        defaultValue={given.get('palette_near') ?? UNSET_COLOUR}
      />
    </Options>
  );
}

/** Both bounds of each share, such as brightness. */
function ShareFilters({ filters }: { filters: Filters }) {
  return SHARES.map(({ title, min, max }) => {
    const [low = 0, high = 1] = [filters[min], filters[max]];
    return (
      <fieldset key={min}>
        <legend>{title}</legend>
        <ShareSlider words="From" name={min} value={low} most={high} />
        <ShareSlider words="To" name={max} value={high} least={low} />
      </fieldset>
    );
  });
}

const TEXTS = [
  ['created_from', 'Made from', '1990 or 2024-05-01'],
  ['created_to', 'Made until', '1999 or 2024-05-31'],
  ['creator', 'Creator', 'The whole name'],
  ['tags_any', 'Any of these tags', 'harbour, night'],
  ['tags_all', 'All of these tags', 'harbour, night'],
] as const;

/** When and by whom an image was made, and how it is tagged. */
function TextFilters({ given }: GivenProps) {
  return (
    <fieldset>
      <legend>Date, creator, tags</legend>
      <div className="stack">
        {TEXTS.map(([name, words, placeholder]) => {
          const defaultValue = given.getAll(name).join(', ');
          return <TextField key={name} {...{ words, name, placeholder, defaultValue }} maxLength={500} />;
        })}
      </div>
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

const isOpen = createStore(matchMedia('(min-width: 75rem)').matches);

/** Whether the filters are shown: at first, where there is room beside the images; then as the person wants it. */
export const { use: useFiltersOpen, set: openFilters } = isOpen;
