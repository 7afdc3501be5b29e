import { useEffect, useState } from 'react';
import { tagsIn } from '../own/fields.js';
import type { FilterControl } from './controls.js';

/** When and by whom an image was made, and how it is tagged. */
export function OriginFilter({ filters, change }: FilterControl) {
  return (
    <fieldset>
      <legend>Date, creator, tags</legend>
      <TextFilter
        words="Made from"
        hint="1990 or 2024-05-01"
        value={filters.created_from}
        onSet={(value) => change({ created_from: value })}
      />
      <TextFilter
        words="Made until"
        hint="1999 or 2024-05-31"
        value={filters.created_to}
        onSet={(value) => change({ created_to: value })}
      />
      <TextFilter
        words="Creator"
        hint="The whole name"
        value={filters.creator}
        onSet={(value) => change({ creator: value })}
      />
      <TextFilter
        words="Any of these tags"
        hint="harbour, night"
        value={filters.tags_any?.join(', ')}
        onSet={(value) => change({ tags_any: tagsIn(value ?? '') })}
      />
      <TextFilter
        words="All of these tags"
        hint="harbour, night"
        value={filters.tags_all?.join(', ')}
        onSet={(value) => change({ tags_all: tagsIn(value ?? '') })}
      />
    </fieldset>
  );
}

interface TextFilterProps {
  words: string;
  hint: string;
  value: string | undefined;
  /** Undefined takes the filter out. */
  onSet: (value: string | undefined) => void;
}

/** It is set when the field is left or Enter is pressed, not on the way. */
function TextFilter({ words, hint, value = '', onSet }: TextFilterProps) {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const settle = (): void => {
    const text = typed.trim();
    if (text !== value) onSet(text === '' ? undefined : text);
  };
  return (
    <label className="text-filter">
      {words}
      <input
        className="text-field"
        placeholder={hint}
        value={typed}
        maxLength={500}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => event.key === 'Enter' && settle()}
      />
    </label>
  );
}
