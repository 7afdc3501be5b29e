import { credit, type CreditFormat, type Usable } from '@imagesearch/sdk';
import type { ShownImage } from '../api/types.js';
import { CopyButton } from '../ui/copy-button.js';
import { USABLE, VERDICT_ICONS } from './badges.js';
import { licenceName, answersOf, type Verdict } from './rights-words.js';
import { webAddress } from './file-address.js';
import { Icon } from '../ui/icon.js';

const FORMATS: [CreditFormat, string][] = [
  ['text', 'Text'],
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
  ['json-ld', 'JSON-LD'],
];

/** What may be done with one image, in plain words, and its credit to copy. */
export function RightsCard({ image }: { image: ShownImage }) {
  const { rights } = image;
  const page = webAddress(rights.provenance_url);
  return (
    <section className="stack card rights-card" aria-label="Rights">
      <div className="row">
        <h3>{licenceName(rights)}</h3>
        {rights.license_verbatim !== '' && rights.license_verbatim !== licenceName(rights) && (
          <span className="quiet">as declared: {rights.license_verbatim}</span>
        )}
      </div>
      {image.usable && <UsableReasons usable={image.usable} />}
      <ul className="stack">
        {answersOf(rights).map(({ fact, verdict, title, meaning }) => (
          <Right key={fact} verdict={verdict} title={title}>
            {meaning}
          </Right>
        ))}
      </ul>
      <CreditLine image={image} />
      <p className="quiet">{rights.basis}</p>
      <p className="quiet">
        {rights.delivery === 'host'
          ? 'This service hosts the file.'
          : 'The file is the rights holder’s own copy; this service links to it.'}{' '}
        {page === null ? (
          'The source names no page for it.'
        ) : (
          <a href={page} target="_blank" rel="noopener noreferrer">
            Page at the source
          </a>
        )}
      </p>
    </section>
  );
}

/** The same with its reasons, as the first of what may be done with an image. */
export function UsableReasons({ usable }: { usable: Usable }) {
  const { verdict, words } = USABLE[usable.answer];
  return (
    <ul className="stack" aria-label="For what you want it">
      <Right verdict={verdict} title={words}>
        {usable.because.map(({ says }) => says).join(' ')}
      </Right>
    </ul>
  );
}

function CreditLine({ image }: { image: ShownImage }) {
  const { rights } = image;
  if (rights.attribution === null) return null;
  return (
    <div className="stack">
      <p className="block" dir="auto">
        {rights.attribution}
      </p>
      <div className="row" role="group" aria-label="Copy the credit">
        {FORMATS.map(([format, label]) => (
          <CopyButton key={format} label={label} text={() => credit(image, format)} />
        ))}
      </div>
    </div>
  );
}

interface RightProps {
  verdict: Verdict;
  title: string;
  children: React.ReactNode;
}

/** One question about the rights, with its answer in words. */
export function Right({ verdict, title, children }: RightProps) {
  return (
    <li className={`line right tone-${verdict}`}>
      <Icon name={VERDICT_ICONS[verdict]} />
      <div>
        <p className="right-title">{title}</p>
        <p className="quiet">{children}</p>
      </div>
    </li>
  );
}
