import { useEffect, useState } from 'react';
import { START, type Address } from '../address/address.js';
import { Header, Tools } from '../ui/header.js';
import { PageLink } from '../address/use-address.js';
import { SearchForm } from './search-form.js';
import { clientFor } from '../api/client.js';
import './start-page.css';

/** Briefs that show what words can say. */
const BRIEFS = [
  'bright square image of a smiling face, free for commercial use',
  'red apple, no people, can be edited',
  'heart in blue tones, clean space on the left',
  'happy dog, black and white',
];

/** Before the first search. */
export function StartPage({ address, apiKey }: { address: Address; apiKey: string }) {
  return (
    <>
      <Header tools={<Tools address={address} apiKey={apiKey} />} />
      <main className="start">
        <h1>
          Find the image. <br />
          Know what you may do with it.
        </h1>
        <p className="start-lead">
          Say what it shows, how it looks and what it is for. Or drop an image anywhere on this page to find
          others like it.
        </p>
        <SearchForm address={address} size="hero" />
        <section aria-labelledby="briefs">
          <h2 id="briefs" className="quiet">
            Try a brief
          </h2>
          <ul className="start-briefs">
            {BRIEFS.map((query) => (
              <li key={query}>
                <PageLink to={{ ...START, query }}>{query}</PageLink>
              </li>
            ))}
          </ul>
        </section>
        <p className="quiet">
          Every result carries its licence, what that licence allows, and a credit line to copy. Programs get
          the same answers: <a href="/docs">API reference</a>.
        </p>
        <ModelNote apiKey={apiKey} />
      </main>
    </>
  );
}

/** What words find with the model that runs, what it cannot do, and the command that helps. */
function ModelNote({ apiKey }: { apiKey: string }) {
  const [note, setNote] = useState('');
  useEffect(() => {
    const left = new AbortController();
    clientFor(apiKey)
      .warm({ signal: left.signal })
      .then(
        ({ data }) => setNote(data.services.embedding.detail),
        // The page works without it, and a search says what is wrong.
        () => undefined,
      );
    return () => left.abort();
  }, [apiKey]);
  return note === '' ? null : <p className="quiet">{note}</p>;
}
