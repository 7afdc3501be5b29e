import { useEffect, useState, type ReactNode } from 'react';
import { parametersOf, parseAddress, type Address } from '../address/address.js';
import { useOwnSource } from '../api/service-store.js';
import { FILTERS, type Filters } from '../api/types.js';
import { licenceName } from '../image/rights-words.js';
import { tagsIn } from '../own/fields.js';
import { percent } from './describe-filters.js';

/**
 * The address after a control was set. A control is named after the parameters of the address that it sets. One that sets
 * several has their names, and their values, between commas; an empty value takes a parameter out.
 */
export function addressAfter(address: Address, input: HTMLInputElement): Address {
  const { name, type, value, checked, form } = input;
  const parameters = parametersOf(address);
  const names = name.split(',');
  for (const each of names) parameters.delete(each);
  if (isList(name))
    for (const each of namesIn(new FormData(form ?? undefined), name)) parameters.append(name, each);
  else if (type !== 'checkbox' || checked) {
    const values = names.length === 1 ? [value] : value.split(',');
    // An end of the scale is no bound.
    const unset = type === 'range' ? (name.endsWith('_max') ? '1' : '0') : '';
    for (const [at, each] of names.entries())
      if (values[at] !== unset) parameters.set(each, values[at] ?? '');
  }
  return parseAddress(String(parameters));
}

function isList(name: string): boolean {
  return name in FILTERS && FILTERS[name as keyof Filters].type[0] === 'array';
}

/** The names of a list that are checked, and those that are typed between commas. */
export function namesIn(form: FormData, name: string): string[] {
  return tagsIn(form.getAll(name).map(String).join().toLowerCase());
}

/** One of the choices. */
interface Option {
  words: string;
  value: string;
  /** Where it is not that of its group. */
  name?: string;
  drawing?: ReactNode;
}

export interface OptionsProps {
  title: string;
  name?: string;
  options: readonly Option[];
  /** What is set now. */
  given: URLSearchParams;
  type?: 'radio' | 'checkbox';
  look?: keyof typeof LABELS;
  children?: ReactNode;
}

/** How a choice looks, by the look of its group. */
const LABELS = { segments: 'button', frames: undefined, swatches: undefined, checks: 'line check' };

/** One of a few, or any of them; none is marked where something else is set. */
export function Options(props: OptionsProps) {
  const { title, name: shared = '', options, given, type = 'radio', look = 'segments', children } = props;
  const isSet = (name: string, value: string): boolean =>
    given.getAll(name).includes(value) ||
    (type === 'radio' &&
      name
        .split(',')
        .map((each) => given.get(each) ?? '')
        .join() === value);
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className={look === 'checks' ? 'checks' : `options ${look}`}>
        {options.map(({ words, value, name = shared, drawing }) => (
          <label key={words} className={LABELS[look]}>
            <input type={type} name={name} value={value} defaultChecked={isSet(name, value)} />
            {drawing}
            <span className={look === 'swatches' ? 'visually-hidden' : undefined}>{words}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

interface NamesFilterProps {
  name: 'license_any' | 'source_any';
  title: string;
  known: readonly string[];
  given?: URLSearchParams;
}

/** Any of some names; others can be typed. */
export function NamesFilter({ name, title, known, given = new URLSearchParams() }: NamesFilterProps) {
  const own = useOwnSource();
  const wordsOf = (value: string): string =>
    name === 'license_any' ? licenceName({ license: value }) : value === own ? 'Your images' : value;
  const listed = [...new Set([...known, ...given.getAll(name)])];
  const options = listed.map((value) => ({ words: wordsOf(value), value }));
  return (
    <Options type="checkbox" look="checks" {...{ title, name, options, given }}>
      <input
        className="text-field"
        name={name}
        aria-label={`${title}: another name`}
        placeholder={name === 'license_any' ? 'Another licence code' : 'Another collection'}
        maxLength={64}
      />
    </Options>
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

interface ShareSliderProps {
  words: string;
  name: string;
  value: number;
  /** It stops at the other bound. */
  least?: number;
  most?: number;
}

/** A share of one. */
export function ShareSlider({ words, name, value, least = 0, most = 1 }: ShareSliderProps) {
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  return (
    <label className="range">
      {words}
      <input
        type="range"
        name={name}
        min={0}
        max={1}
        step={0.05}
        value={moved}
        onChange={({ target }) => setMoved(Math.min(most, Math.max(least, Number(target.value))))}
      />
      <output>{percent(moved)}</output>
    </label>
  );
}
