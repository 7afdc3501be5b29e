/** Jurisdictions to which versions 1.0 to 3.0 were ported, with their names in prose. */
const PORTS: Record<string, string> = {
  ar: 'argentina',
  at: 'austria',
  au: 'australia',
  az: 'azerbaijan',
  be: 'belgium',
  bg: 'bulgaria',
  br: 'brazil',
  ca: 'canada',
  ch: 'switzerland',
  cl: 'chile',
  cn: 'china mainland',
  co: 'colombia',
  cr: 'costa rica',
  cz: 'czech republic',
  de: 'germany',
  dk: 'denmark',
  ec: 'ecuador',
  ee: 'estonia',
  eg: 'egypt',
  es: 'spain',
  fi: 'finland',
  fr: 'france',
  ge: 'georgia',
  gr: 'greece',
  gt: 'guatemala',
  hk: 'hong kong',
  hr: 'croatia',
  hu: 'hungary',
  ie: 'ireland',
  igo: 'igo',
  il: 'israel',
  in: 'india',
  it: 'italy',
  jp: 'japan',
  kr: 'south korea',
  lu: 'luxembourg',
  mk: 'macedonia',
  mt: 'malta',
  mx: 'mexico',
  my: 'malaysia',
  nl: 'netherlands',
  no: 'norway',
  nz: 'new zealand',
  pe: 'peru',
  ph: 'philippines',
  pl: 'poland',
  pr: 'puerto rico',
  pt: 'portugal',
  ro: 'romania',
  rs: 'serbia',
  scotland: 'scotland',
  se: 'sweden',
  sg: 'singapore',
  si: 'slovenia',
  th: 'thailand',
  tw: 'taiwan',
  ua: 'ukraine',
  ug: 'uganda',
  uk: 'england and wales',
  us: 'united states',
  ve: 'venezuela',
  vn: 'vietnam',
  za: 'south africa',
};

const PORT_OF_NAME = new Map([
  ...Object.entries(PORTS).map(([port, name]) => [name, port] as const),
  ['intergovernmental organization', 'igo'] as const,
  ['usa', 'us'] as const,
  ['korea', 'kr'] as const,
  ['england & wales', 'uk'] as const,
  ['uk: england & wales', 'uk'] as const,
  ['uk: england and wales', 'uk'] as const,
  ['uk: scotland', 'scotland'] as const,
]);

const UNPORTED = new Set(['international', 'unported', 'generic', 'intl', 'int']);

export function isKnownPort(port: string): boolean {
  return Object.hasOwn(PORTS, port);
}

/** The port for a code or a country's name; null for the unported licence, undefined for anything else. */
export function portOf(words: string): string | null | undefined {
  const name = words.trim();
  if (UNPORTED.has(name)) return null;
  // Two letters are a country code; a code that is not in the table is kept.
  if (isKnownPort(name) || /^[a-z]{2}$/.test(name)) return name;
  return PORT_OF_NAME.get(name);
}
