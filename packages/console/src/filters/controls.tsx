import { useId, type ReactNode, useEffect, useState } from 'react';
import type { Filters } from '../api/types.js';

/** What every filter control gets: the filters that are set, and a way to change them; undefined takes a filter out. */
export interface FilterControl {
  filters: Filters;
  change: (change: FilterChange) => void;
}

export type FilterChange = { [Name in keyof Filters]?: Filters[Name] | undefined };

/** Without what the change takes out. */
export function changedFilters(filters: Filters, change: FilterChange): Filters {
  const entries = Object.entries({ ...filters, ...change }).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(entries);
}

/** One of the choices: the filters that it sets, and takes out. */
export interface Option {
  words: string;
  sets: FilterChange;
  drawing?: ReactNode;
}

interface ChoiceProps extends FilterControl {
  title: string;
  options: readonly Option[];
  className?: string;
  children?: ReactNode;
}

/** One of a few, as radio buttons that look like a row of keys or of drawings; none where something else is set. */
export function Choice(props: ChoiceProps) {
  const { title, options, filters, change, className = 'segments', children } = props;
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
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  const settle = (): void => {
    if (moved !== value) onSet(moved);
  };
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
