import { useState } from 'react';
import { licenceName } from '../image/licence-name.js';
import type { FilterControl } from './filter-control.js';

interface NamesFilterProps extends FilterControl {
  name: 'license_any' | 'source_any';
  title: string;
  known: readonly string[];
}

/** Any of some names; a name that is not listed can be typed. */
export function NamesFilter({ filters, change, name, title, known }: NamesFilterProps) {
  const [typed, setTyped] = useState('');
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
          <label key={value} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => toggle(value, event.target.checked)}
            />
            {name === 'license_any' ? licenceName({ license: value, license_verbatim: value }) : value}
          </label>
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
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
        <button type="button" className="button" onClick={add}>
          Add
        </button>
      </div>
    </fieldset>
  );
}
