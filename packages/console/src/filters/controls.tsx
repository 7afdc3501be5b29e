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

export interface Option<Value> {
  value: Value;
  words: string;
  drawing?: ReactNode;
}

interface ChoiceProps<Value> {
  title: string;
  options: readonly Option<Value>[];
  /** Undefined when none of the options is what is set. */
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  className?: string;
  children?: ReactNode;
}

/** One of a few, as radio buttons that look like a row of keys or of drawings. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { title, options, chosen, onChoose, className = 'segments', children } = props;
  const name = useId();
  return (
    <fieldset>
      <legend>{title}</legend>
      <div className={className}>
        {options.map(({ value, words, drawing }) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            {drawing}
            <span>{words}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
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
