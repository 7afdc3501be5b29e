import { useEffect, useState, type SyntheticEvent } from 'react';
import { flushSync } from 'react-dom';
import { NEW_SEARCH } from '../address/address.js';
import { goTo, useAddress } from '../address/use-address.js';
import { IconButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { textIn } from '../ui/form.js';
import { ExampleChooser, ExampleChip } from './example-chooser.js';
import './search-form.css';

/** The field for words, with an example image in it when there is one. */
export function SearchForm({ size }: { size: 'bar' | 'hero' }) {
  const address = useAddress();
  const [isChoosing, setIsChoosing] = useState(false);
  useEffect(() => setIsChoosing(false), [address.example]);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { example } = address;
    const query = textIn(new FormData(event.currentTarget), 'q');
    flushSync(() => goTo({ ...NEW_SEARCH, query, example, browses: query === '' && example === null }));
    focusField();
  };
  return (
    <search>
      <form className={`line search-form-${size}`} onSubmit={submit}>
        <div className="line search-field">
          <Icon name="search" />
          <ExampleChip />
          <input
            key={address.query}
            type="search"
            name="q"
            dir="auto"
            aria-label="Describe the image"
            placeholder={address.example ? 'Add words (optional)' : 'Describe the image you need'}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={1000}
            defaultValue={address.query}
          />
          <IconButton
            icon="image"
            label="Search with an image"
            aria-expanded={isChoosing}
            aria-controls="example-chooser"
            onClick={() => setIsChoosing(!isChoosing)}
          />
        </div>
        <button type="submit" className="button button-main search-submit">
          Search
        </button>
      </form>
      {isChoosing && <ExampleChooser onClose={() => setIsChoosing(false)} />}
    </search>
  );
}

/** The first search replaces the page, and with it the field. After a search a finger wants to see images, not the keyboard. */
function focusField(): void {
  const field = document.querySelector<HTMLInputElement>('input[name="q"]');
  if (matchMedia('(hover: hover)').matches) field?.focus();
  else field?.blur();
}
