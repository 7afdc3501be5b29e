/** Licences that open collections use most, by the codes of the API. */
export const COMMON_LICENCES = [
  'cc0',
  'pdm',
  'cc-by-4.0',
  'cc-by-sa-4.0',
  'cc-by-nc-4.0',
  'cc-by-nd-4.0',
  'cc-by-nc-sa-4.0',
  'cc-by-nc-nd-4.0',
];
