import { sourceOf } from '@imagesearch/facets/asset-id';
import type { AssetDescription, Declarer, Rights } from '../asset.js';
import { creditLine } from './credit-line.js';
import { resolveLicense } from './resolve-license.js';

/** Sent with every answer: what the rights are based on. */
export const RIGHTS_BASIS: Record<Declarer, string> = {
  source:
    'Rights are as declared by the source. They do not clear every use of a likeness, logo, building or artwork; verify them for critical use.',
  file: 'Rights are as asserted by the metadata in the file, which anyone could write and the collection does not confirm. They do not clear every use of a likeness, logo, building or artwork; verify them for critical use.',
};

type Declaration = Pick<
  AssetDescription,
  'assetId' | 'title' | 'creator' | 'licenseVerbatim' | 'provenanceUrl' | 'delivery' | 'declaredBy'
>;

/** Resolves an asset's declaration to its rights. */
export function rightsOf(declaration: Declaration): Rights {
  const license = resolveLicense(declaration.licenseVerbatim, sourceOf(declaration.assetId));
  return {
    license: license.code,
    licenseVerbatim: declaration.licenseVerbatim,
    ...license.facts,
    attribution: creditLine(declaration, license),
    provenanceUrl: declaration.provenanceUrl,
    basis: RIGHTS_BASIS[declaration.declaredBy],
    delivery: declaration.delivery,
  };
}
