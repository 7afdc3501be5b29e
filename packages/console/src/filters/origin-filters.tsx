import { FILTERS } from '../api/types.js';
import { tagsIn } from '../own/fields.js';
import { useFilters, useSettled } from './controls.js';

const FIELDS = [
  { name: 'created_from', words: 'Made from', hint: '1990 or 2024-05-01' },
  { name: 'created_to', words: 'Made until', hint: '1999 or 2024-05-31' },
  { name: 'creator', words: 'Creator', hint: 'The whole name' },
  { name: 'tags_any', words: 'Any of these tags', hint: 'harbour, night' },
  { name: 'tags_all', words: 'All of these tags', hint: 'harbour, night' },
] as const;

/** When and by whom an image was made, and how it is tagged. */
export function OriginFilter() {
  const { filters, change } = useFilters();
  return (
    <fieldset>
      <legend>Date, creator, tags</legend>
      {FIELDS.map(({ name, ...said }) => {
        const value = filters[name];
        const isList = FILTERS[name].type === 'array';
        return (
          <TextFilter
            key={name}
            {...said}
            value={Array.isArray(value) ? value.join(', ') : value}
            onSet={(text) => change({ [name]: isList ? tagsIn(text) : text || undefined })}
          />
        );
      })}
    </fieldset>
  );
}

interface TextFilterProps {
  words: string;
  hint: string;
  value: string | undefined;
  /** Empty takes the filter out. */
  onSet: (text: string) => void;
}

/** It is set when the field is left or Enter is pressed, not on the way. */
function TextFilter({ words, hint, value = '', onSet }: TextFilterProps) {
  const [typed, setTyped, settle] = useSettled(value, (text) => onSet(text.trim()));
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
