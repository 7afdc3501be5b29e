import { useEffect } from 'react';
import { START } from '../address/address.js';
import { Header } from '../ui/header.js';
import { PageLink } from '../address/use-address.js';
import { ModelNote } from './notices.js';
import { SearchForm } from './search-form.js';
import { collection } from '../api/service-store.js';
import type { Collection } from '../api/types.js';
import { CopyButton } from '../ui/copy-button.js';
import { Icon } from '../ui/icon.js';
import './start-page.css';

/** Before the first search. */
export function StartPage() {
  const { value: found } = collection.use();
  useEffect(() => void collection.read(), []);
  return (
    <>
      <Header>
        {!!found?.images && <p className="quiet start-size">{sizeOf(found.images, found.sources.length)}</p>}
      </Header>
      <main className="stack start">
        <h1>
          Find the image. <br />
          Know what you may do with it.
        </h1>
        <p className="start-lead">
          Say what it shows, how it looks and what it is for. Or drop an image anywhere on this page to find
          others like it.
        </p>
        <SearchForm size="hero" />
        {found?.images === 0 && <EmptyCollection adds={!!found.uploads} />}
        {found && found.words.length > 0 && <Examples collection={found} />}
        {!!found?.images && (
          <div className="row">
            <PageLink className="button" to={{ ...START, browses: true }}>
              Browse all images
            </PageLink>
          </div>
        )}
        <p className="quiet">
          Every result carries its licence, what that licence allows, and a credit line to copy. Programs get
          the same answers: <a href="docs">API reference</a>.
        </p>
        <ModelNote />
      </main>
    </>
  );
}

function sizeOf(images: number, sources: number): string {
  const counted = `${images.toLocaleString('en')} image${images === 1 ? '' : 's'}`;
  return `${counted} in ${sources} source${sources === 1 ? '' : 's'}`;
}

const INGEST = 'npm run ingest -- folder ~/Pictures';

/** Before the first image: how one gets there. */
function EmptyCollection({ adds }: { adds: boolean }) {
  return (
    <section aria-labelledby="empty" className="stack">
      <h2 id="empty">There are no images yet</h2>
      {adds && (
        <div className="row">
          <PageLink to={{ panel: 'add' }} className="button button-main">
            <Icon name="upload" />
            Add images
          </PageLink>
        </div>
      )}
      <p className="quiet">
        The operator of this service adds a folder of images with this command, run in the folder of the
        software:
      </p>
      <pre className="block code" tabIndex={0} aria-label="Command that fills it">
        {INGEST}
      </pre>
      <div className="row">
        <CopyButton label="Copy the command" text={() => INGEST} />
      </div>
    </section>
  );
}

/** What a brief can say, around a word of the collection. */
const BRIEFS: ((word: string) => string)[] = [
  (word) => word,
  (word) => `${word}, no people`,
  (word) => `bright ${word}, free for commercial use`,
  (word) => `${word}, clean space on the left`,
];
const COLOURS_SHOWN = 6;

/** Briefs and colours that find something here. */
function Examples({ collection: { words, colours } }: { collection: Collection }) {
  const [first = ''] = words;
  const briefs = BRIEFS.flatMap((brief, at) => words.slice(at, at + 1).map(brief));
  return (
    <section aria-labelledby="briefs">
      <h2 id="briefs" className="quiet">
        Try a brief
      </h2>
      <ul className="row start-briefs">
        {briefs.map((query) => (
          <li key={query}>
            <PageLink className="button" to={{ ...START, query }}>
              {query}
            </PageLink>
          </li>
        ))}
        {colours.slice(0, COLOURS_SHOWN).map((colour) => (
          <li key={colour}>
            <PageLink
              to={{ ...START, query: first, filters: { palette_near: colour } }}
              className="swatch"
              aria-label={`${first} close to ${colour}`}
              title={`${first} close to ${colour}`}
              style={{ backgroundColor: colour }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
