import type { Use } from '@imagesearch/sdk';
import { useState } from 'react';
import { useOwnSource } from '../api/service-store.js';
import { Check, type FilterControl } from './controls.js';
import { describeUse, PURPOSES, withoutPurpose } from './use.js';
import { licenceName } from '../image/rights-words.js';

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
        <Check
          key={name}
          words={words}
          isChecked={filters[name] === wanted}
          onCheck={(isChecked) => change({ [name]: isChecked ? wanted : undefined })}
        />
      ))}
    </fieldset>
  );
}

interface UseFilterProps {
  use: Use;
  usableOnly: boolean;
  onChange: (change: { use?: Use; usableOnly?: boolean }) => void;
}

/** What the images are wanted for; each then says whether it may be used so. */
export function UseFilter({ use, usableOnly, onChange }: UseFilterProps) {
  const isAsked = describeUse(use).length > 0;
  return (
    <fieldset>
      <legend>What you want it for</legend>
      {PURPOSES.map(({ name, asked, words }) => (
        <Check
          key={name}
          words={words}
          isChecked={use[name] === asked}
          onCheck={(isChecked) =>
            onChange({ use: isChecked ? { ...use, [name]: asked } : withoutPurpose(use, name) })
          }
        />
      ))}
      {isAsked && (
        <Check
          words="Only images that may be used for this"
          isChecked={usableOnly}
          onCheck={(isChecked) => onChange({ usableOnly: isChecked })}
        />
      )}
    </fieldset>
  );
}

interface NamesFilterProps extends FilterControl {
  name: 'license_any' | 'source_any';
  title: string;
  known: readonly string[];
}

/** Any of some names; a name that is not listed can be typed. */
export function NamesFilter({ filters, change, name, title, known }: NamesFilterProps) {
  const [typed, setTyped] = useState('');
  const own = useOwnSource();
  const wordsOf = (value: string): string =>
    name === 'license_any' ? licenceWords(value) : value === own ? 'Your images' : value;
  const chosen = filters[name] ?? [];
  const listed = [...new Set([...known, ...chosen])];
  const toggle = (value: string, isChosen: boolean): void =>
    change({ [name]: isChosen ? [...chosen, value] : chosen.filter((other) => other !== value) });
  const add = (): void => {
    const value = typed.trim().toLowerCase();
    setTyped('');
    if (value !== '' && !chosen.includes(value)) toggle(value, true);
  };
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className="name-checks">
        {listed.map((value) => (
          <Check
            key={value}
            words={wordsOf(value)}
            isChecked={chosen.includes(value)}
            onCheck={(isChecked) => toggle(value, isChecked)}
          />
        ))}
      </div>
      <div className="name-line">
        <input
          className="text-field"
          aria-label={`${title}: another name`}
          placeholder={name === 'license_any' ? 'Another licence code' : 'Another collection'}
          value={typed}
          maxLength={64}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // It sends no form around it.
            event.preventDefault();
            add();
          }}
        />
        <button type="button" className="button" onClick={add}>
          Add
        </button>
      </div>
    </fieldset>
  );
}

function licenceWords(license: string): string {
  return licenceName({ license, license_verbatim: license });
}

/** Licences that open collections use most, by the codes of the API. */
export const COMMON_LICENCES = [
  'cc0',
  'pdm',
  'cc-by-4.0',
  'cc-by-sa-4.0',
  'cc-by-nc-4.0',
  'cc-by-nd-4.0',
  'cc-by-nc-sa-4.0',
  'cc-by-nc-nd-4.0',
];
