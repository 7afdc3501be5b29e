import { START, type Address } from '../address/address.js';
import { Header } from '../ui/header.js';
import { PageLink } from '../ui/page-link.js';
import { Tools } from '../ui/tools.js';
import { ModelNote } from './model-note.js';
import { SearchForm } from './search-form.js';
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
