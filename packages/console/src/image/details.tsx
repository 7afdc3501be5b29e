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
  const { creator, source, asset_id: id, tags, format, duplicates = [], design_met: met = [], score } = image;
  const own = useOwnSource();
  return (
    <section aria-label="Details">
      <div className="section-head">
        <h3 className="section-title">Details</h3>
        {tools}
      </div>
      <dl className="facts">
        {image.description && <Fact name="Description">{image.description}</Fact>}
        {creator && <Fact name="Creator">{creator}</Fact>}
        <Fact name="Collection">{source === own ? 'Your images' : source}</Fact>
        <Fact name="Id">{id}</Fact>
        {format && <Fact name="Format">{format.toUpperCase()}</Fact>}
        <Fact name="AI">{madeWithAi(image.provenance)}</Fact>
        {image.created_at !== null && <Fact name="Made">{image.created_at}</Fact>}
        {image.training !== null && (
          <Fact name="AI training">{image.training ? 'Allowed' : 'Not allowed'}</Fact>
        )}
        {image.editorial_only === true && <Fact name="Use">Editorial only</Fact>}
        {image.licensor_url !== null && (
          <Fact name="Licences">
            <a href={image.licensor_url} target="_blank" rel="noopener noreferrer">
              {image.licensor_url}
            </a>
          </Fact>
        )}
        {image.has_location === true && <Fact name="File">Contains a location</Fact>}
        {score !== null && <Fact name="Score">{score.toFixed(3)}</Fact>}
        {met.length > 0 && <Fact name="Fits your words">{wishesOf(met)}</Fact>}
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
      <ul className="look-palette" aria-label="Colours">
        {palette.map((colour) => (
          <li key={colour}>
            <PageLink
              to={{ open: null, count: COUNT_FIRST, filters: { ...filters, palette_near: colour } }}
              style={{ backgroundColor: colour }}
              aria-label={`Images close to ${colour}`}
              title={`Images close to ${colour}`}
            />
            <span>{colour}</span>
          </li>
        ))}
      </ul>
      <dl className="facts">
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
