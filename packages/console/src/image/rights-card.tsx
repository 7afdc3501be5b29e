import { credit, type CreditFormat } from '@imagesearch/sdk';
import type { Rights } from '../api/types.js';
import { CopyButton } from '../ui/copy-button.js';
import { licenceName } from './licence-name.js';
import { duty, permission, Right } from './right.js';
import { webAddress } from './web-address.js';
import './rights.css';

const FORMATS: [CreditFormat, string][] = [
  ['text', 'Text'],
  ['html', 'HTML'],
  ['markdown', 'Markdown'],
];

/** What may be done with one image, in plain words, and its credit to copy. */
export function RightsCard({ rights }: { rights: Rights }) {
  const page = webAddress(rights.provenance_url);
  return (
    <section className="rights-card" aria-label="Rights">
      <div className="rights-head">
        <h3>{licenceName(rights)}</h3>
        {rights.license_verbatim !== '' && rights.license_verbatim !== licenceName(rights) && (
          <span className="quiet">as declared: {rights.license_verbatim}</span>
        )}
      </div>
      <RightsList rights={rights} />
      <CreditLine rights={rights} />
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

function RightsList({ rights }: { rights: Rights }) {
  const { commercial, derivatives, attribution_required: credited, share_alike: alike } = rights;
  return (
    <ul className="rights">
      <Right
        verdict={permission(commercial)}
        title={say(commercial, 'Commercial use', 'No commercial use', 'Commercial use: unknown')}
      >
        {say(
          commercial,
          'You may use it in something that earns money.',
          'You may not use it in something that earns money.',
          'The source does not settle this. Ask the rights holder first.',
        )}
      </Right>
      <Right
        verdict={permission(derivatives)}
        title={say(derivatives, 'May be changed', 'May not be changed', 'Changes: unknown')}
      >
        {say(
          derivatives,
          'You may crop, recolour and combine it.',
          'Use it as it is: no crop, no recolouring, no collage.',
          'The source does not settle whether it may be changed.',
        )}
      </Right>
      <Right
        verdict={duty(credited)}
        title={say(credited, 'Credit needed', 'No credit needed', 'Credit: unknown')}
      >
        {say(
          credited,
          'Show the credit line with the image.',
          'Naming the creator is kind, and not required.',
          'The source does not settle this. Credit it to be safe.',
        )}
      </Right>
      <Right
        verdict={duty(alike)}
        title={say(alike, 'Share alike', 'No share-alike duty', 'Share alike: unknown')}
      >
        {say(
          alike,
          'If you publish a changed version, publish it under the same licence.',
          'A changed version may have another licence.',
          'The source does not settle under which licence a changed version may appear.',
        )}
      </Right>
    </ul>
  );
}

function CreditLine({ rights }: { rights: Rights }) {
  if (rights.attribution === null) return null;
  return (
    <div className="rights">
      <p className="credit-line" dir="auto">{rights.attribution}</p>
      <div className="copy-row" role="group" aria-label="Copy the credit">
        {FORMATS.map(([format, label]) => (
          <CopyButton key={format} label={label} text={() => credit({ rights }, format)} />
        ))}
      </div>
    </div>
  );
}

function say(value: boolean | null, yes: string, no: string, open: string): string {
  return value === null ? open : value ? yes : no;
}
