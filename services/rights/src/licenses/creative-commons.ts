import { CREATIVE_COMMONS, isLicenseCode } from '@imagesearch/facets/filters';
import type { License } from './license.js';

type Element = 'by' | 'nc' | 'nd' | 'sa';

const BY_ELEMENTS = new Map(CREATIVE_COMMONS.map((name) => [name.split('-').sort().join('-'), name]));

interface Declared {
  elements: Element[];
  /** Null when the source names none; never guessed. */
  version: string | null;
  port: string | null;
}

/** Undefined when no such licence was published. */
function creativeCommons({ elements, version, port }: Declared): License | undefined {
  const name = BY_ELEMENTS.get([...elements].sort().join('-'));
  const code = ['cc', name, version, port].filter((part) => part !== null).join('-');
  if (name === undefined || !isLicenseCode(code)) return undefined;
  const has = (element: Element): boolean => elements.includes(element);
  return {
    code,
    facts: {
      commercial: !has('nc'),
      derivatives: !has('nd'),
      shareAlike: has('sa'),
      attributionRequired: has('by'),
    },
    name: ['CC', name.toUpperCase(), version, port?.toUpperCase()].filter(Boolean).join(' '),
    deedUrl: deedUrl(name, version, port),
  };
}

/** An unknown port may be a misreading, so it gets no address. */
function deedUrl(name: string, version: string | null, port: string | null): string | null {
  if (version === null || (port !== null && !PORTS.has(port))) return null;
  return `https://creativecommons.org/licenses/${name}/${version}/${port === null ? '' : `${port}/`}`;
}

const ELEMENT_WORDS: [RegExp, string][] = [
  [/\bnon[- ]?commercial\b/g, 'nc'],
  [/\bno[- ]?deriv(?:ative)?s?(?:[- ]?works?)?\b/g, 'nd'],
  [/\bshare[- ]?alike\b/g, 'sa'],
  [/\battribution\b/g, 'by'],
];

const PREFIX =
  /^(?:creative commons(?:[: _-]+licen[cs]e)?(?=[: _-])[: _-]*(?:cc[ _-]+)?|cc(?:[ _-]+|(?=by)))/;
/** Several versions offered at once, `4.0,3.0,2.5`, count as the one named first. */
const STATEMENT =
  /^(?<elements>(?:by|nc|nd|sa)(?:[ ,/_-]+(?:by|nc|nd|sa))*)(?:[ ,_-]*(?:v|ver\.? ?|version )?(?<version>\d(?:\.\d)?)(?<others>(?:[,-]\d\.\d)*)\+?)?(?:[ ,_-]+(?<port>[a-z][a-z .:&-]*))?$/;

/** Reads a name in prose, an SPDX id, an Openverse code or our own code; lower-case input, nothing left over. */
export function parseCreativeCommons(statement: string): License | undefined {
  const prefix = PREFIX.exec(statement)?.[0] ?? '';
  const words = statement
    .slice(prefix.length)
    .replace(/\b(?:(?:public )?licen[cs]es?|deed)\b/g, ' ')
    .replace(/(\d)_(?=\d)/g, '$1.')
    .replace(/ +/g, ' ')
    .trim();
  const { elements, version, others = '', port } = STATEMENT.exec(withShortElements(words))?.groups ?? {};
  if (elements === undefined) return undefined;
  if ((others.match(/\d\.\d/g) ?? []).some((other) => !isVersion(other))) return undefined;
  const parts = elements.split(/[ ,/_-]+/) as Element[];
  if (new Set(parts).size !== parts.length) return undefined;
  // "Attribution" or "nd" alone, without a version or "CC", may have nothing to do with Creative Commons.
  const isBareWord = prefix === '' && version === undefined && parts.length === 1;
  if (isBareWord && words !== 'by') return undefined;
  const readPort = port === undefined ? null : portOf(port);
  if (readPort === undefined) return undefined;
  return creativeCommons({
    elements: parts,
    version: version === undefined ? null : version.padEnd(3, '.0'),
    port: readPort,
  });
}

const isVersion = (text: string): boolean =>
  isLicenseCode(`cc-by-${text}`) || isLicenseCode(`cc-by-${text}-au`);

function withShortElements(text: string): string {
  return ELEMENT_WORDS.reduce((result, [pattern, element]) => result.replace(pattern, element), text);
}

const DEED_PATH =
  /^\/licenses\/(?<elements>[a-z-]+)(?:\/(?<version>\d\.\d)(?:\/(?<port>[a-z]{2}|scotland|igo))?)?(?:\/(?:deed|legalcode|rdf)(?:[._-][a-z_-]+)*(?:\.txt)?)?\/?$/;

/** Reads the path of a deed on creativecommons.org. */
export function parseDeedPath(path: string): License | undefined {
  const { elements, version, port } = DEED_PATH.exec(path)?.groups ?? {};
  if (elements === undefined || !BY_ELEMENTS.has(elements.split('-').sort().join('-'))) return undefined;
  return creativeCommons({
    elements: elements.split('-') as Element[],
    version: version ?? null,
    port: port ?? null,
  });
}

/** Jurisdictions to which versions 1.0 to 3.0 were ported. */
const PORTS: ReadonlySet<string> = new Set(
  (
    'ar at au az be bg br ca ch cl cn co cr cz de dk ec ee eg es fi fr ge gr gt hk hr hu ie igo il in it jp kr lu mk mt ' +
    'mx my nl no nz pe ph pl pr pt ro rs scotland se sg si th tw ua ug uk us ve vn za'
  ).split(' '),
);

/** Their names in prose, where Creative Commons does not call them as everybody does. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  'china mainland': 'cn',
  'czech republic': 'cz',
  'hong kong': 'hk',
  macedonia: 'mk',
  korea: 'kr',
  usa: 'us',
  'intergovernmental organization': 'igo',
  'england and wales': 'uk',
  'england & wales': 'uk',
  'uk: england & wales': 'uk',
  'uk: england and wales': 'uk',
  'uk: scotland': 'scotland',
};

const COUNTRY_NAMES = new Intl.DisplayNames('en', { type: 'region' });
const PORT_OF_NAME = new Map([
  ...[...PORTS]
    .filter((port) => /^(?!uk|cn)[a-z]{2}$/.test(port))
    .map((port) => [COUNTRY_NAMES.of(port.toUpperCase())?.toLowerCase(), port] as const),
  ...Object.entries(OTHER_NAMES),
]);

const UNPORTED = new Set(['international', 'unported', 'generic', 'intl', 'int']);

/** The port for a code or a country's name; null for the unported licence, undefined for anything else. */
function portOf(words: string): string | null | undefined {
  const name = words.trim();
  if (UNPORTED.has(name)) return null;
  // Two letters are a country code; a code that is not in the table is kept.
  if (PORTS.has(name) || /^[a-z]{2}$/.test(name)) return name;
  return PORT_OF_NAME.get(name);
}
