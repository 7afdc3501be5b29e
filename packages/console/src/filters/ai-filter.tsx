import { Choice, type Option } from './choice.js';
import type { FilterControl } from './filter-control.js';

const OPTIONS: Option<'avoid' | 'never' | 'only'>[] = [
  { value: 'avoid', words: 'If short' },
  { value: 'never', words: 'Never' },
  { value: 'only', words: 'Only' },
];

/** The API leaves generated images out unless an answer would be short. */
export function AiFilter({ filters: { ai_generated: set }, change }: FilterControl) {
  return (
    <Choice
      title="AI-generated images"
      options={OPTIONS}
      chosen={set === undefined ? 'avoid' : set ? 'only' : 'never'}
      onChoose={(value) => change({ ai_generated: value === 'avoid' ? undefined : value === 'only' })}
    >
      <p className="filter-hint">“If short” shows them only when few other images fit.</p>
    </Choice>
  );
}
