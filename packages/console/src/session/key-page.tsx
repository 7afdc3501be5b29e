import { useState, type SyntheticEvent } from 'react';
import { keepKey } from './session-key.js';
import './key-page.css';

/** What a visitor without a key sees. */
export function KeyPage() {
  const [key, setKey] = useState('');
  const enter = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (key.trim() !== '') keepKey(key);
  };
  return (
    <main className="key-page">
      <h1>Find the image. Know what you may do with it.</h1>
      <p>
        Describe an image in words, show an example, or do both. Each result says whether you may use it and
        how to credit it.
      </p>
      <form onSubmit={enter} className="key-form">
        <label htmlFor="key">API key</label>
        <div className="key-line">
          <input
            id="key"
            className="text-field"
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={key}
            aria-describedby="key-hint"
            onChange={(event) => setKey(event.target.value)}
          />
          <button type="submit" className="button button-main">
            Start
          </button>
        </div>
        <p id="key-hint" className="quiet">
          The key stays in this tab until you close it. The demonstration prints a link that holds one. The
          API is described at <a href="/docs">/docs</a>.
        </p>
      </form>
    </main>
  );
}
