import { useState } from 'react';
import { useOwnSource } from '../api/service-store.js';
import { licenceName } from '../image/rights-words.js';
import { Check, toggled, type FilterControl } from './controls.js';
import { Button } from '../ui/button.js';

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
    name === 'license_any' ? licenceName({ license: value }) : value === own ? 'Your images' : value;
  const chosen = filters[name] ?? [];
  const listed = [...new Set([...known, ...chosen])];
  const toggle = (value: string): void => change({ [name]: toggled(chosen, value) });
  const add = (): void => {
    const value = typed.trim().toLowerCase();
    setTyped('');
    if (value !== '' && !chosen.includes(value)) toggle(value);
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
            onCheck={() => toggle(value)}
          />
        ))}
      </div>
      <div className="line">
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
        <Button onClick={add}>Add</Button>
      </div>
    </fieldset>
  );
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
