import type { Rights } from '../contract.js';

/**
 * Whether something is permitted: true, false, or null when the source does not say. Null counts as false in a condition,
 * so that only a known permission opens it; compare with `=== null` to tell the two apart.
 */
export type Permission = boolean | null;

export interface Permissions {
  useCommercially: Permission;
  /** Crop, recolour, combine. */
  modify: Permission;
  useWithoutCredit: Permission;
  /** Publish a changed version under another licence than the image's. */
  relicenseChanges: Permission;
}

/** What may be done with an image, as its source declares it. */
export function may({ rights }: { rights: Rights }): Permissions {
  return {
    useCommercially: rights.commercial,
    modify: rights.derivatives,
    useWithoutCredit: not(rights.attribution_required),
    relicenseChanges: rights.derivatives === true ? not(rights.share_alike) : rights.derivatives,
  };
}

function not(value: boolean | null): Permission {
  return value === null ? null : !value;
}
