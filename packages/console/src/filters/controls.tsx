import { useId, type ReactNode, useEffect, useState } from 'react';
import { goTo, useAddress } from '../address/use-address.js';
import type { Filters } from '../api/types.js';

type Change<Values> = { [Name in keyof Values]?: Values[Name] | undefined };
export type FilterChange = Change<Filters>;

/** The filters that are set, and a way to change them; undefined takes a filter out. */
export interface FilterControl {
  filters: Filters;
  change: (change: FilterChange) => void;
}

/** The filters of the search. A change searches at once. */
export function useFilters(): FilterControl {
  const { filters } = useAddress();
  return { filters, change: (change) => goTo({ filters: changed(filters, change) }) };
}

/** Without what the change takes out. */
export function changed<Values extends object>(values: Values, change: Change<Values>): Values {
  const entries = Object.entries({ ...values, ...change }).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries) as Values;
}

/** With a value that was not among them, or without it. */
export function toggled<Value>(chosen: readonly Value[], value: Value): Value[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

/** One of the choices: the filters that it sets, and takes out. */
export interface Option {
  words: string;
  sets: FilterChange;
  drawing?: ReactNode;
}

interface ChoiceProps {
  title: string;
  options: readonly Option[];
  className?: string;
  children?: ReactNode;
}

/** One of a few, as radio buttons that look like a row of keys or of drawings; none where something else is set. */
export function Choice({ title, options, className = 'segments', children }: ChoiceProps) {
  const { filters, change } = useFilters();
  const name = useId();
  const isSet = ({ sets }: Option): boolean =>
    Object.entries(sets).every(([filter, value]) => filters[filter as keyof Filters] === value);
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className={className}>
        {options.map((option) => (
          <label key={option.words}>
            <input type="radio" name={name} checked={isSet(option)} onChange={() => change(option.sets)} />
            {option.drawing}
            <span>{option.words}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

interface WishesProps<Values> {
  title: string;
  /** What can be wished for, as the value that asks for it. */
  wishes: readonly { name: keyof Values; wanted: boolean; words: string }[];
  values: Values;
  change: (change: Change<Values>) => void;
  children?: ReactNode;
}

/** Any of some wishes. */
export function Wishes<Values extends object>(props: WishesProps<Values>) {
  const { title, wishes, values, change, children } = props;
  return (
    <fieldset>
      <legend>{title}</legend>
      {wishes.map(({ name, wanted, words }) => (
        <Check
          key={words}
          words={words}
          isChecked={values[name] === wanted}
          onCheck={(isChecked) => change({ [name]: isChecked ? wanted : undefined } as Change<Values>)}
        />
      ))}
      {children}
    </fieldset>
  );
}

interface CheckProps {
  words: string;
  isChecked: boolean;
  onCheck: (isChecked: boolean) => void;
}

export function Check({ words, isChecked, onCheck }: CheckProps) {
  return (
    <label className="check">
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
      {words}
    </label>
  );
}

interface ShareSliderProps {
  words: string;
  value: number;
  onSet: (value: number) => void;
}

/** A share of one. It is set when the slider is let go, not on the way. */
export function ShareSlider({ words, value, onSet }: ShareSliderProps) {
  const [moved, setMoved, settle] = useSettled(value, onSet);
  return (
    <label className="range">
      {words}
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={moved}
        onChange={(event) => setMoved(Number(event.target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
      />
      <output>{Math.round(moved * 100)} %</output>
    </label>
  );
}

/** What a field holds on the way, and a way to set it; it follows what is set elsewhere. */
export function useSettled<Value>(value: Value, onSet: (value: Value) => void) {
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  const settle = (): void => {
    if (moved !== value) onSet(moved);
  };
  return [moved, setMoved, settle] as const;
}
