import { Fragment, type ReactNode } from 'react';
import { COUNT_FIRST, NEW_SEARCH, type Address } from '../address/address.js';
import { useOwnSource } from '../api/service-store.js';
import type { ShownImage } from '../api/types.js';
import { percent, wishesOf } from '../filters/describe-filters.js';
import { PageLink, useAddress } from '../address/use-address.js';

const TAGS_MAX = 12;

interface DetailsProps {
  image: ShownImage;
  /** Beside the heading. */
  tools?: ReactNode;
}

/** Where an image comes from, and what its source says of it. */
export function Details({ image, tools }: DetailsProps) {
  const own = useOwnSource();
  return (
    <section aria-label="Details">
      <div className="line section-head">
        <h3 className="section-title">Details</h3>
        {tools}
      </div>
      <Facts facts={factsOf(image, own)} />
    </section>
  );
}

type Fact = [name: string, value: ReactNode];

function factsOf(image: ShownImage, own: string | null): Fact[] {
  const { source, training, licensor_url: licensor, score, tags, duplicates = [] } = image;
  return [
    ['Description', image.description],
    ['Creator', image.creator],
    ['Collection', source === own ? 'Your images' : source],
    ['Id', image.asset_id],
    ['Format', image.format?.toUpperCase()],
    ['AI', madeWithAi(image.provenance)],
    ['Made', image.created_at],
    ['AI training', training !== null && (training ? 'Allowed' : 'Not allowed')],
    ['Use', image.editorial_only === true && 'Editorial only'],
    [
      'Licences',
      licensor !== null && (
        <a href={licensor} target="_blank" rel="noopener noreferrer">
          {licensor}
        </a>
      ),
    ],
    ['File', image.has_location === true && 'Contains a location'],
    ['Score', score?.toFixed(3)],
    ['Fits your words', wishesOf(image.design_met ?? [])],
    ['Tags', listed(tags.slice(0, TAGS_MAX), (tag) => ({ ...NEW_SEARCH, query: tag }))],
    [
      'Also as',
      listed(
        duplicates.map(({ asset_id }) => asset_id),
        (open) => ({ open }),
      ),
    ],
  ];
}

/** Words that lead somewhere, between commas. */
function listed(words: readonly string[], to: (word: string) => Partial<Address>): ReactNode {
  return words.map((word, index) => (
    <Fragment key={word}>
      {index > 0 && ', '}
      <PageLink to={to(word)}>{word}</PageLink>
    </Fragment>
  ));
}

/** What is known in a few words; nothing of what is not. */
function Facts({ facts }: { facts: Fact[] }) {
  const isSaid = ([, value]: Fact): boolean => !!value && !(Array.isArray(value) && value.length === 0);
  return (
    <dl className="stack facts">
      {facts.filter(isSaid).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type Provenance = ShownImage['provenance'];

const WITNESSES: Record<NonNullable<Provenance['evidence']>, string> = {
  c2pa: 'by its Content Credentials',
  xmp: 'by its metadata',
  source: 'by its collection',
  declared: 'by who added it',
};

/** What is known, and from whom: nothing said is never a "no". */
function madeWithAi({ ai, evidence, signature }: Provenance): string {
  if (ai === null || evidence === null) return 'Unknown';
  const proof = evidence === 'c2pa' && signature !== null ? `, signature ${signature}` : '';
  return `${ai ? 'Yes' : 'No'}, ${WITNESSES[evidence]}${proof}`;
}

/** What was measured of an image. A colour leads to images that come close to it. */
export function Look({ image }: { image: ShownImage }) {
  const { filters } = useAddress();
  const { palette, luminance, faces, neg_space: sides } = image.cv;
  return (
    <section aria-label="Look">
      <h3 className="section-title">Look</h3>
      <ul className="row look-palette" aria-label="Colours">
        {palette.map((colour) => (
          <li key={colour} className="centred quiet">
            <PageLink
              className="swatch"
              to={{ open: null, count: COUNT_FIRST, filters: { ...filters, palette_near: colour } }}
              style={{ backgroundColor: colour }}
              aria-label={`Images close to ${colour}`}
              title={`Images close to ${colour}`}
            />
            <span>{colour}</span>
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          ['Brightness', luminance === null ? 'Unknown' : percent(luminance)],
          ['Faces', faces === null ? 'Unknown' : String(faces)],
          ['Clean space', sides.join(', ') || 'None known'],
          ['Size', `${image.width} × ${image.height} px`],
        ]}
      />
    </section>
  );
}
