import { sourceOf } from '@imagesearch/facets/asset-id';
import type { AssetDescription, Rights } from '../asset.js';
import { creditLine } from './credit-line.js';
import { resolveLicense } from './resolve-license.js';

/** Sent with every answer: what the rights are based on. */
export const RIGHTS_BASIS =
  'Rights are as declared by the source. They do not clear every use of a likeness, logo, building or artwork; verify them for critical use.';

type Declaration = Pick<
  AssetDescription,
  'assetId' | 'title' | 'creator' | 'licenseVerbatim' | 'provenanceUrl' | 'delivery'
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
    basis: RIGHTS_BASIS,
    delivery: declaration.delivery,
  };
}
