import type { ReactNode } from 'react';
import { COUNT_FIRST, NEW_SEARCH } from '../address/address.js';
import { useOwnSource } from '../api/service-store.js';
import type { ShownImage } from '../api/types.js';
import { wishesOf } from '../filters/describe-filters.js';
import { PageLink, useAddress } from '../address/use-address.js';

const TAGS_MAX = 12;

interface DetailsProps {
  image: ShownImage;
  /** Beside the heading. */
  tools?: ReactNode;
}

/** Where an image comes from, and what its source says of it. */
export function Details({ image, tools }: DetailsProps) {
  const { tags, duplicates = [] } = image;
  const own = useOwnSource();
  return (
    <section aria-label="Details">
      <div className="line section-head">
        <h3 className="section-title">Details</h3>
        {tools}
      </div>
      <dl className="stack facts">
        {factsOf(image, own).map(
          ([name, value]) =>
            value && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
        {tags.length > 0 && <TagsFact tags={tags} />}
        {duplicates.length > 0 && (
          <Fact name="Also as">
            {duplicates.map(({ asset_id: other }) => (
              <PageLink key={other} to={{ open: other }}>
                {other}
              </PageLink>
            ))}
          </Fact>
        )}
      </dl>
    </section>
  );
}

/** What is said of it in a few words; nothing of what is not said. */
function factsOf(image: ShownImage, own: string | null): [name: string, value: ReactNode][] {
  const { source, training, licensor_url: licensor, score } = image;
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
  ];
}

function TagsFact({ tags }: { tags: readonly string[] }) {
  return (
    <Fact name="Tags">
      {tags.slice(0, TAGS_MAX).map((tag, index) => (
        <span key={tag}>
          {index > 0 && ', '}
          <PageLink to={{ ...NEW_SEARCH, query: tag }}>{tag}</PageLink>
        </span>
      ))}
    </Fact>
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
      <dl className="stack facts">
        <Fact name="Brightness">{luminance === null ? 'Unknown' : `${Math.round(luminance * 100)} %`}</Fact>
        <Fact name="Faces">{faces ?? 'Unknown'}</Fact>
        <Fact name="Clean space">{sides.length === 0 ? 'None known' : sides.join(', ')}</Fact>
        <Fact name="Size">
          {image.width} × {image.height} px
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
