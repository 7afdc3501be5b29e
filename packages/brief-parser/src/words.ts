import type { Token } from './tokens.js';

export const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter(Boolean));

/** Names of the image itself. They are removed with the phrase that describes it. */
export const IMAGE_NOUNS = setOf(`
  photo photos photograph photographs image images picture pictures pic pics shot shots photography snapshot style
  look aesthetic version wallpaper wallpapers`);

/** Nouns for the light of an image. They are removed with a phrase about light. */
export const LIGHT_NOUNS = setOf(
  `background backgrounds backdrop mood lighting scene tone tones atmosphere ambience`,
);

/** Kinds of image: what describes one describes the image, but the brief keeps the word. */
export const GENRE_NOUNS = setOf(`
  portrait portraits headshot headshots selfie illustration illustrations drawing sketch artwork closeup
  composition landscape panorama render rendering footage film postcard postcards scan engraving etching`);

/** After an image's name these make a thing of it: a picture frame, a photo album, a shot glass. */
export const THING_NOUNS = setOf(`
  frame frames album albums book books booth wall lab paper gallery studio camera cameras editor editing glass glasses
  gun put exhibition print prints printer room shop store contest competition collage sensor processing framing roll
  guide sheet music noir strip reel negative negatives scanner screen screens monitor monitors tv television display projector`);

/** Between a phrase and the noun for the image these describe the image too, and stay in the brief. */
export const STYLE_WORDS = setOf(`
  abstract artistic atmospheric beautiful candid cinematic clean contemporary creative dramatic dreamy editorial elegant
  gritty grainy hazy high-quality modern natural nice nostalgic old professional realistic
  retro romantic simple soft stock studio stunning surreal vintage warm cool aerial macro stylish stylized product food fashion
  street wedding travel documentary drone wildlife`);

/** What the filters on faces are about. */
export const COUNTED_NOUNS = setOf(
  'people person persons human humans face faces anyone anybody nobody crowd',
);

/** With "no" before them these name a sign, or what it says: "red no entry sign". */
export const SIGN_NOUNS = setOf(`
  entry entrance exit smoking parking swimming trespassing littering stopping overtaking waiting passing bicycles
  pedestrians dumping fishing diving phones photography through turn signal`);

/** Words for rights, and for models that make images. */
export const RIGHTS_WORDS = setOf(`
  ai midjourney dalle genai deepfake deepfakes copyright copyrights copyrighted license licenses licensing royalty
  royalties attribution credit credits editorial commercial rights restriction restrictions release releases
  sharealike copyleft derivatives generated`);

/** After a word for rights these make a thing of it: a licence plate, a credit card. */
export const RIGHTS_THINGS = setOf(
  'plate plates card cards sign signs symbol symbols union robot robots holder holders office',
);

/** What designers place on the empty space of an image. */
export const TEXT_NOUNS = setOf(`
  text copy words type typography lettering headline headlines title titles subtitle caption captions overlay logo
  logos tagline slogan button cta quote branding masthead mastheads heading headings nameplate`);

/** With "alone" after them these mean one person. */
const PERSON_NOUNS = setOf(`
  person man woman boy girl child kid baby toddler teenager guy lady gentleman worker doctor nurse businessman
  businesswoman student traveler traveller hiker runner tourist someone somebody player dancer farmer teacher artist
  musician employee athlete freelancer mother father grandmother grandfather elder senior monk soldier surfer chef cook
  baker waiter waitress bartender barista actor actress model nun priest lawyer accountant driver pilot sailor fisherman
  gardener miner builder carpenter plumber engineer designer bride groom graduate climber swimmer skier singer painter
  sculptor photographer volunteer pupil commuter shopper passenger firefighter`);

/** "Violinist", "politician": no list has all of these. */
const PERSON_ENDING = /^\p{L}{3,}(?:ist|ician|woman)$/u;

export const isPerson = (word: string): boolean => PERSON_NOUNS.has(word) || PERSON_ENDING.test(word);

/** After "a crowd of" or "a group of" these mean people, not animals or objects. */
export const PEOPLE_NOUNS = setOf(`
  people persons men women boys girls children kids adults teenagers friends colleagues coworkers workers doctors nurses
  surgeons engineers developers designers scientists students pupils teachers tourists travelers travellers hikers runners
  cyclists athletes players dancers musicians protesters demonstrators fans supporters spectators onlookers commuters
  shoppers passengers soldiers firefighters employees businesspeople businessmen businesswomen professionals seniors
  chefs cooks bakers waiters waitresses bartenders baristas actors actresses models nuns monks priests lawyers accountants
  drivers pilots sailors fishermen farmers gardeners miners builders carpenters plumbers guests bridesmaids groomsmen
  graduates parents grandparents siblings brothers sisters cousins babies toddlers teens ladies gentlemen guys climbers
  swimmers skiers singers artists violinists painters photographers journalists politicians volunteers campers villagers
  locals customers clients managers executives neighbours neighbors classmates teammates us`);

/** Words that may follow a complete phrase. None is a noun, so that no compound is split. */
const FOLLOWERS = setOf(`
  a an the and or but with without in on at of for from to by as that which who whose while when where during near beside
  behind between under over above below against around inside outside into onto along across through next is are was were
  not no very also plus`);

/** Forms in -ing that are nouns: a team meeting is not a team that meets. */
const ING_NOUNS = setOf(`
  building meeting training bonding outing surfing funding sourcing pleasing ring king string spring wing ceiling
  painting clothing lighting evening morning wedding pudding ranking briefing huddling thing something setting planning
  swing earring railing opening coaching counseling counselling viewing pricing pairing thinking grading coding blocking
  catering decorating pouring`);

/** Words before a phrase that are removed with it. */
export const LEADING_WORDS = setOf(`
  and with in on at as that which who is are was were be being has have having but plus also for a an the of to from against
  under some its it's should must please leave by front where there featuring showing containing preferably ideally`);

/** Words after a phrase at the beginning of a part that are removed with it: "[crowd] at a concert". */
export const TRAILING_WORDS = setOf(
  `of at in on around with and from by for a an the but or to as that which`,
);

export const ARTICLES = setOf('a an the');
export const IS = setOf('is are was were be');
/** Conjunctions between two phrases that describe the same image. */
export const BINDING_WORDS = setOf('and but or yet');
/** Right before a phrase these go with it: "[very vertical] image". */
export const ADVERBS = setOf(`
  very quite rather somewhat slightly really so too fairly extremely super incredibly totally completely`);
/** Before a phrase between commas these change nothing in what it describes. */
export const INTENSIFIERS = setOf(`
  very quite rather somewhat slightly really so too pretty fairly extremely mostly overall generally with in it's it is
  should must be please preferably ideally looking looks make`);

/** Whether a phrase before this word is complete. */
export function isFollower(word: string): boolean {
  return FOLLOWERS.has(word) || (word.length > 4 && word.endsWith('ing') && !ING_NOUNS.has(word));
}

/** Whether the phrase before this token is complete: no noun follows that would belong to it. */
export function isComplete(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  return next === undefined || next.kind === 'separator' || (!next.hyphenated && isFollower(next.text));
}

const NUMBER_WORDS = `zero one two three four five six seven eight nine ten eleven twelve`.split(' ');

/** A whole number in words or digits, from 0 to 1,000. */
export function countOf(text: string): number | undefined {
  const word = NUMBER_WORDS.indexOf(text);
  if (word >= 0) return word;
  if (!/^(?:\d{1,4}|1,000)$/.test(text)) return undefined;
  const count = Number(text.replace(',', ''));
  return count <= 1_000 ? count : undefined;
}
