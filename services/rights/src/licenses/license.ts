/** What a licence permits and requires; null where it is not settled. */
export interface LicenseFacts {
  commercial: boolean | null;
  derivatives: boolean | null;
  shareAlike: boolean | null;
  attributionRequired: boolean | null;
}

export interface License {
  /** Normalised, lower case: `cc-by-sa-4.0`, `inc-edu`, `unknown`. */
  code: string;
  facts: LicenseFacts;
  /** Its name in a credit line. */
  name: string;
  /** The deed that a credit line links to; null where its exact address is not known. */
  deedUrl: string | null;
}

export const UNSETTLED: LicenseFacts = {
  commercial: null,
  derivatives: null,
  shareAlike: null,
  attributionRequired: null,
};

/** For every declaration that cannot be read. */
export const UNKNOWN_LICENSE: License = {
  code: 'unknown',
  facts: UNSETTLED,
  name: 'unknown licence',
  deedUrl: null,
};
