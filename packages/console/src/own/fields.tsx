import { useState } from 'react';
import { SelectField, TextField } from '../ui/form.js';
import './own.css';

/** As the service reads them, with what each of them means. */
const LICENCES: [written: string, words: string][] = [
  ['All rights reserved', 'All rights reserved'],
  ['CC0 1.0', 'CC0: no rights reserved'],
  ['CC BY 4.0', 'CC BY 4.0: with credit'],
  ['CC BY-SA 4.0', 'CC BY-SA 4.0: credit, share alike'],
  ['CC BY-ND 4.0', 'CC BY-ND 4.0: credit, no changes'],
  ['CC BY-NC 4.0', 'CC BY-NC 4.0: credit, not commercial'],
  ['CC BY-NC-SA 4.0', 'CC BY-NC-SA 4.0: credit, not commercial, share alike'],
  ['CC BY-NC-ND 4.0', 'CC BY-NC-ND 4.0: credit, not commercial, no changes'],
  ['Public Domain Mark 1.0', 'Public domain: no longer protected'],
];
const AS_IT_IS = '';
const OTHER = 'other';

interface LicenceFieldProps {
  /** Words for the choice of saying nothing. */
  asItIs: string;
  /** Undefined as long as nothing is said. */
  onChange: (license: string | undefined) => void;
}

/** One of the usual licences, or another one as text. */
export function LicenceField({ asItIs, onChange }: LicenceFieldProps) {
  const [choice, setChoice] = useState(AS_IT_IS);
  const choose = (chosen: string): void => {
    setChoice(chosen);
    onChange(chosen === AS_IT_IS || chosen === OTHER ? undefined : chosen);
  };
  return (
    <>
      <SelectField
        words="Licence"
        options={[[AS_IT_IS, asItIs], ...LICENCES, [OTHER, 'Another one …']]}
        value={choice}
        onValue={choose}
      />
      {choice === OTHER && (
        <TextField
          words="Name or address of the licence"
          maxLength={2_000}
          required
          autoFocus
          onText={(text) => onChange(text.trim() || undefined)}
        />
      )}
    </>
  );
}

/** `harbour, night` → `["harbour", "night"]`, each of them once. */
export function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}
