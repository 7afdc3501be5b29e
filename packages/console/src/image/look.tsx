import { START, type Address } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { PageLink } from '../ui/page-link.js';
import './look.css';

/** What was measured of an image. A colour leads to images that come close to it. */
export function Look({ image, address }: { image: ShownImage; address: Address }) {
  const { palette, luminance, faces, neg_space: sides } = image.cv;
  return (
    <section aria-label="Look">
      <h3 className="section-title">Look</h3>
      <ul className="look-palette" aria-label="Colours">
        {palette.map((colour) => (
          <li key={colour}>
            <PageLink
              to={{ ...START, ...searchOf(address), filters: { ...address.filters, palette_near: colour } }}
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
        <Fact name="Clean space">{sides.length === 0 ? 'None' : sides.join(', ')}</Fact>
        <Fact name="Size">
          {image.width} × {image.height} px
        </Fact>
      </dl>
    </section>
  );
}

export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function searchOf({ query, readsBrief, isExact, example, like }: Address) {
  return { query, readsBrief, isExact, example, like };
}
