import { useId, type ReactNode } from 'react';

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
