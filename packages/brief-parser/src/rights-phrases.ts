import { CREATIVE_COMMONS, LICENSE_CODES, type DesignFilters } from '@imagesearch/facets/filters';
import { FORMAT, phrasesFor, type Phrase, type PhraseKind } from './phrase.js';

/** What may be done with the image. */
const PERMITTED: PhraseKind = { when: ['noNounFollows', 'describesImage'], takes: 'image' };
/** Said of the image: before its noun, between commas, or with nothing after it. */
const SAID: PhraseKind = {
  when: ['describesImage', 'betweenCommas', 'noNounFollows'],
  unless: ['objectFollows'],
  isAdjective: true,
  takes: 'image',
};
/** Also said of many a thing that an image shows: "a bread made by people". */
const SAID_ALONE: PhraseKind = { ...SAID, when: ['describesImage', 'betweenCommas'] };

const AI =
  'ai|a_i|genai|artificial_intelligence|an_ai|a_machine|an_algorithm|midjourney|dalle|dall_e|stable_diffusion';
const PICTURES = 'image|images|picture|pictures|photo|photos|pics|art|artwork|imagery|content|stuff';
const MADE = 'made|created|generated|produced|drawn|painted|taken|photographed|shot';
const HUMANS =
  'a_human|humans|human|human_hand|hand_of_humans|people|a_person|a_human_being|human_beings|real_people|a_real_person';

/** How the image was made. */
const PROVENANCE: readonly Phrase[] = [
  ...phrasesFor(
    { filters: { aiGenerated: true } },
    [
      { ...SAID, negated: { aiGenerated: false } },
      'ai|machine|computer generated|made|created|produced',
      `generated|made|created|produced|drawn by|with|using ${AI}`,
      'midjourney|dalle|dall_e|stable_diffusion',
    ],
    [{ ...SAID_ALONE, negated: { aiGenerated: false } }, `ai ${PICTURES}`],
  ),
  ...phrasesFor({ filters: { aiGenerated: false } }, [
    SAID,
    `no|not|non|without|avoid|zero|exclude|minus any? ai|genai|artificial_intelligence ${PICTURES}? please?`,
    'no|not|without|avoid any? ai|machine|computer generated content|stuff please?',
    'no|without any? ai involved',
    'ai free',
  ]),
  ...phrasesFor(
    { filters: { humanMade: true } },
    [SAID_ALONE, 'human made|created|drawn|painted|generated', `${MADE} by only? ${HUMANS} only?`],
    [{ when: ['noNounFollows'] }, `${PICTURES} ${MADE} by only? ${HUMANS} only?`],
  ),
];

/** Each version in the code of a licence, and as people write it. */
const VERSIONS = new Map([
  ['1.0', '1.0'],
  ['2.0', '2.0|2'],
  ['2.5', '2.5'],
  ['3.0', '3.0|3'],
  ['4.0', '4.0|4'],
]);

const ELEMENTS: Readonly<Record<string, string>> = {
  by: 'by|attribution',
  sa: 'sa|share_alike|sharealike',
  nc: 'nc|non_commercial|noncommercial',
  nd: 'nd|no_derivatives|noderivatives|noderivs',
};

const UNDER = 'only|licensed? under|with? a?';
const LICENSED = 'license|licensed|only?';

/** "CC BY-SA", in any version or in the one that is named. */
const FAMILIES: readonly Phrase[] = CREATIVE_COMMONS.flatMap((name) => {
  const said = `cc|creative_commons ${name
    .split('-')
    .map((element) => ELEMENTS[element] ?? element)
    .join(' ')}`;
  const exact = [...VERSIONS].filter(([version]) => LICENSE_CODES.includes(`cc-${name}-${version}`));
  const any = [`cc-${name}`, ...exact.map(([version]) => `cc-${name}-${version}`)].filter((code) =>
    LICENSE_CODES.includes(code),
  );
  return [
    ...licensed(any, said),
    ...exact.flatMap(([version, written]) => licensed([`cc-${name}-${version}`], `${said} ${written}`)),
  ];
});

function licensed(licenseAny: string[], said: string): Phrase[] {
  return phrasesFor({ filters: { licenseAny } }, [FORMAT, `${UNDER} ${said} ${LICENSED}`]);
}

const CC0: DesignFilters = { licenseAny: ['cc0'] };
const PUBLIC_DOMAIN: DesignFilters = { licenseAny: ['cc0', 'pdm'] };

/** The licence by its name. A version for one country is not meant. */
const LICENCES: readonly Phrase[] = [
  ...phrasesFor(
    { filters: CC0 },
    [
      { when: ['namesWhole', 'betweenCommas'] },
      'cc0 images|photos|pictures? only',
      'only cc0',
      'licensed? under? cc0',
      'cc0 licensed',
    ],
    [FORMAT, 'cc0 license|licensed?', 'cc|creative_commons zero|0'],
  ),
  ...phrasesFor({ filters: PUBLIC_DOMAIN }, [
    SAID,
    'in? the? public domain license|licensed|only?',
    'public domain mark',
    'only public domain',
  ]),
  ...FAMILIES,
  ...phrasesFor(
    {
      filters: { licenseAny: LICENSE_CODES.filter((code) => code.startsWith('cc')) },
      meaning: 'license_any: every licence of Creative Commons, and CC0',
    },
    [SAID, `${UNDER} creative commons ${LICENSED}`],
  ),
];

const CHANGE = 'edit|modify|remix|adapt|alter|crop|change|retouch|recolor|photoshop';
const CHANGED = 'edited|modified|remixed|adapted|altered|cropped|changed|retouched|recolored|photoshopped';
const CHANGING =
  'edits|editing|remixing|modifications|modifying|adaptations|cropping|retouching|changes|alterations';
const ADS = 'ads|ad|adverts|advert|advertisement|advertisements|advertising|commercials|marketing';
const GOODS =
  't_shirt|t_shirts|tshirt|tshirts|mug|mugs|poster|posters|print|prints|product|products|merchandise|merch|goods';

/** What is to be done with the image. */
const USES: readonly Phrase[] = [
  ...phrasesFor(
    { filters: { commercial: true } },
    [
      PERMITTED,
      'free|licensed|cleared|allowed|available|usable|ok|okay? for commercial use|usage|purposes',
      'commercial use|usage is? allowed|permitted|ok|okay',
      'can_be? used commercially',
      'free|ok|okay to use commercially',
      'commercially usable',
      `for use? in? ${ADS}`,
      `to|can|can_be|may_be? use|used in ${ADS}`,
      'for an|a|our|my print|banner|social_media|facebook|instagram|magazine? ad|advert|advertisement|advertising_campaign|ad_campaign',
      'for a|my|our? commercial project|campaign|client|website|work',
      'commercial use? license',
      `to|i_can|we_can|can_be|may_be sell|sold|resell|resold on|as our|my? ${GOODS}`,
      `for|on ${GOODS} that|which? i|we sell|will_sell`,
      `for? ${GOODS} for sale`,
      `i|we want|wish|plan|intend|need to sell|resell it|them|this|${GOODS}?`,
      `to_be|be sold|resold on|as|in our|my|a? ${GOODS}`,
      `for a|my|our? ${ADS} campaign|campaigns|material|materials?`,
      'for personal|private|editorial|educational and|or commercial use|usage|purposes',
      'for commercial and|or personal|private|editorial|educational use|usage|purposes',
      'for resale|merchandise|reselling',
      'i|we can|may sell',
    ],
    [
      { when: ['betweenCommas'] },
      'commercial',
      'commercially',
      'to|for sell|resell|selling',
      'commercial use|usage|purposes only?',
    ],
  ),
  ...phrasesFor({ filters: { derivatives: true } }, [
    { ...PERMITTED, isAdjective: true },
    `can|may|could be ${CHANGED} and_or|and|or? ${CHANGED}?`,
    `i|we|you|one can|may|could ${CHANGE} and|or? ${CHANGE}? it?`,
    `free|allowed|ok|okay|fine|permitted|want|going to ${CHANGE} and|or? ${CHANGE}? it?`,
    'modifiable|remixable|editable|croppable',
    'derivative works allowed|permitted|ok|okay',
    `derivatives|${CHANGING} is|are? allowed|permitted|ok|okay`,
  ]),
  ...phrasesFor(
    { filters: { attributionRequired: false } },
    [
      {},
      'no|without attribution|credit needed|required|necessary',
      'attribution|credit not needed|required|necessary',
      'attribution free',
    ],
    [
      SAID,
      'no|without any? attribution|credit|credits|byline line?',
      'credit free',
      "i|we? don't|do_not have|need|want to credit|attribute|name anyone|anybody|the_author|the_creator|the_photographer|the_artist?",
      'no need|obligation to credit|attribute|name anyone|anybody|the_author|the_creator|the_photographer|the_artist?',
      'without crediting|naming|attributing anyone|anybody|the_author|the_creator|the_photographer|the_artist?',
      'without having to credit|attribute|name anyone|anybody|the_author|the_creator|the_photographer|the_artist?',
    ],
  ),
  ...phrasesFor({ filters: { shareAlike: true } }, [
    { ...SAID, negated: { shareAlike: false } },
    'share alike license|clause|condition?',
    'sharealike|copyleft license|clause|condition?',
  ]),
];

/** What no filter can express. */
const UNREAD: readonly Phrase[] = phrasesFor({ filters: {}, meaning: 'none: reported in `unread`' }, [
  { ...SAID, isUnread: true },
  'royalty|royalties|rights|copyright|license free',
  'free of|from royalties|copyright|copyrights|rights|restrictions',
  'no|without any? copyright|copyrights|royalties|restrictions|license|licensing fee|fees|costs? on|for? use|usage?',
  'rights managed|cleared|reserved',
  'all rights cleared|reserved|included',
  'copyrighted',
  'model|property released|release',
  'with a? signed? model|property release|releases',
  'exclusive|nonexclusive|extended|standard|unlimited license|rights|use|usage',
  'non exclusive license|rights|use|usage',
  'only|free? for editorial|personal|private|educational|noncommercial use|usage|purposes only?',
  'only|free? for non commercial use|usage|purposes only?',
  'editorial|personal|private|educational use|usage|license only?',
  'editorial only',
  'free to use|download',
  'worldwide|perpetual rights|license|use',
]);

/** Wishes about rights and provenance. Their filters are hard. Part of `PHRASES`. */
export const RIGHTS_PHRASES: readonly Phrase[] = [...PROVENANCE, ...LICENCES, ...USES, ...UNREAD].map(
  (row) => ({
    ...row,
    isOfRights: true,
  }),
);
