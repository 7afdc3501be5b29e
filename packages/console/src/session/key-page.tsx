import type { SyntheticEvent } from 'react';
import { ImageSearchError } from '@imagesearch/sdk';
import { clientWith } from '../api/client.js';
import { Fault, textIn, TextField, useSaving } from '../ui/form.js';
import { keepKey } from './session-key.js';
import '../search/start-page.css';

/** What a visitor without a key sees. */
export function KeyPage() {
  const { isSaving, fault, save } = useSaving();
  const enter = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const key = textIn(new FormData(event.currentTarget), 'key');
    if (key === '' || isSaving) return;
    void save(async () => {
      await check(key);
      keepKey(key);
    });
  };
  return (
    <main className="stack start">
      <h1>Find the image. Know what you may do with it.</h1>
      <p className="start-lead">
        Describe an image in words, show an example, or do both. Each result says whether you may use it and
        how to credit it.
      </p>
      <form onSubmit={enter} className="stack">
        <div className="line">
          <TextField words="API key" type="password" name="key" autoComplete="off" spellCheck={false} />
          <button type="submit" className="button button-main">
            {isSaving ? 'Checking …' : 'Start'}
          </button>
        </div>
        <Fault fault={fault} />
        <p className="quiet">
          Your browser keeps the key until you close the tabs of this page. No key? The demonstration prints a
          link that contains one, and the operator of a service can issue one. Programs use the{' '}
          <a href="docs">API</a>.
        </p>
      </form>
    </main>
  );
}

/** @throws ImageSearchError for a key that the service does not take, but not for one that it takes, even if not for this question. */
async function check(apiKey: string): Promise<void> {
  try {
    await clientWith(apiKey).usage();
  } catch (error) {
    const isTaken =
      error instanceof ImageSearchError && (error.type === 'scope_missing' || error.status === 429);
    if (!isTaken) throw error;
  }
}
