import type { FilterControl } from './filter-control.js';

/** What a person wants to do, as the value of the filter that asks for it. */
const WISHES = [
  { name: 'commercial', wanted: true, words: 'Commercial use' },
  { name: 'derivatives', wanted: true, words: 'May be changed' },
  { name: 'attribution_required', wanted: false, words: 'No credit needed' },
  { name: 'share_alike', wanted: false, words: 'No share-alike duty' },
] as const;

export function RightsFilter({ filters, change }: FilterControl) {
  return (
    <fieldset>
      <legend>What you may do</legend>
      {WISHES.map(({ name, wanted, words }) => (
        <label key={name} className="check">
          <input
            type="checkbox"
            checked={filters[name] === wanted}
            onChange={(event) => change({ [name]: event.target.checked ? wanted : undefined })}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
