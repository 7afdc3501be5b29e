import dictionary from 'dictionary-en';
import { STOP_WORDS } from './words.js';
import { lemmaOf } from './wordnet/lemma.js';
import { ADJECTIVE, getLexicon, NOUN } from './wordnet/lexicon.js';
import { normalizeWord } from './text-analysis.js';

/** Reads WordNet and the English dictionary, which takes a fifth of a second. Otherwise the first word that needs one waits for it. */
export function readEnglishWords(): void {
  getLexicon();
  getHunspell();
}

/**
 * Whether a normalised word is spelled right as far as WordNet and the English dictionary know: names and brands that the
 * dictionary lists count too.
 */
export function isSpelledRight(word: string): boolean {
  return (
    isStopWord(word) ||
    MODERN_WORDS.has(word) ||
    getLexicon().knows(word) ||
    isInDictionary(word) ||
    isKnownPlural(word)
  );
}

/** Whether WordNet knows the word or its dictionary form, so that vectors made from WordNet know what it means. */
export function hasMeaning(word: string): boolean {
  const lexicon = getLexicon();
  return lexicon.knows(word) || lexicon.knows(lemmaOf(word));
}

/** Whether a word describes more often than it names: "green", "hot", but not "light" or "tooth". */
export function isDescribing(word: string): boolean {
  const lexicon = getLexicon();
  const describing = lexicon.count(word, ADJECTIVE);
  return lexicon.has(word, ADJECTIVE) && describing > lexicon.count(word, NOUN);
}

/** Nouns that WordNet's tagged texts have often. */
export function commonNouns(): string[] {
  const lexicon = getLexicon();
  return [...lexicon.words()].filter((word) => lexicon.count(word, NOUN) >= COMMON_COUNT_MIN);
}

/** Rarer ones lie near names: at 10, "postgres" is taken for "posture". */
const COMMON_COUNT_MIN = 20;

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The dictionary form of a plural in -s; other endings would take "runing" for a form of "run". */
function isKnownPlural(word: string): boolean {
  return word.endsWith('s') && lemmaOf(word) !== word && getLexicon().has(lemmaOf(word), NOUN);
}

/** Entries of the English Hunspell dictionary and how they are inflected. The format: hunspell(5). */
interface Hunspell {
  /** Flags of the entries that are this word, normalised. */
  flags: ReadonlyMap<string, string>;
  prefixes: readonly Affix[];
  suffixes: readonly Affix[];
}

/** One way to make a form: what goes, what comes, and which words it suits. */
interface Affix {
  flag: string;
  strip: string;
  add: string;
  suits: RegExp;
}

let hunspell: Hunspell | undefined;

function getHunspell(): Hunspell {
  hunspell ??= readHunspell(textOf(dictionary.dic), textOf(dictionary.aff));
  return hunspell;
}

/** Compounds of digits ("21st") are left out. */
function readHunspell(dic: string, aff: string): Hunspell {
  const flags = new Map<string, string>();
  for (const line of dic.split('\n').slice(1)) {
    const [word = '', own = ''] = line.trim().split('/');
    const normal = normalizeWord(word);
    if (normal !== '') flags.set(normal, (flags.get(normal) ?? '') + own);
  }
  return { flags, prefixes: affixesIn(aff, 'PFX'), suffixes: affixesIn(aff, 'SFX') };
}

/** Lines such as `SFX D y ied [^aeiou]y`. */
function affixesIn(aff: string, wanted: 'PFX' | 'SFX'): Affix[] {
  return aff.split('\n').flatMap((line) => {
    const [kind, flag = '', strip = '', add = '', condition] = line.trim().split(/\s+/);
    if (kind !== wanted || condition === undefined) return [];
    return { flag, strip: strip === '0' ? '' : strip, add, suits: new RegExp(`${condition}$`) };
  });
}

/** Whether the dictionary has the normalised word, or an entry that affixes turn into it: "unlocking" from "lock". */
function isInDictionary(word: string): boolean {
  const { flags, prefixes } = getHunspell();
  if (flags.has(word) || isSuffixed(word)) return true;
  return prefixes.some(({ flag, add }) => {
    if (!word.startsWith(add)) return false;
    const rest = word.slice(add.length);
    return (flags.get(rest)?.includes(flag) ?? false) || isSuffixed(rest, flag);
  });
}

/** @param prefix The flag of a prefix that the entry takes as well. */
function isSuffixed(word: string, prefix = ''): boolean {
  const { flags, suffixes } = getHunspell();
  return suffixes.some(({ flag, strip, add, suits }) => {
    if (!word.endsWith(add)) return false;
    const entry = word.slice(0, word.length - add.length) + strip;
    const own = flags.get(entry) ?? '';
    return own.includes(flag) && own.includes(prefix) && suits.test(entry);
  });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}

const LIST = `
airbnb airpods alibaba aldi audi baidu binance bmw canva chatgpt costco dacia decathlon deliveroo discord dropbox duolingo
dyson etsy fanta figma fitbit fortnite gatorade gopro gucci haribo huawei ikea instagram kfc kia kickstarter klarna lexus
lidl lindt linkedin lyft mastercard mcdonalds messi milka minecraft miro monopoly mozilla nespresso netflix nextcloud
nivea notion nutella onlyfans openai oreo paypal peloton pinterest playmobil pokemon porsche prada primark quora reddit
renault revolut rivian roblox rolex ryanair samsung seiko shopify sephora shein skoda skype slack smeg snapchat soundcloud
spotify starlink stripe swarovski swatch telegram temu tesco tesla tiktok tinder toblerone trello tumblr twitch uber ubuntu
uniqlo vans venmo vimeo vinted vodafone walmart wechat whatsapp wikipedia wise wordle xbox xerox xiaomi yamaha youtube zara
zelda zendesk zillow
aaliyah aarav aditi ahmet aiko akira aleksandr alejandro alessandro alessia amina ananya anastasia andrzej aoife arjun
astrid ayesha bao beatriz bianca bjorn bogdan bruna camila carla cheng chiara chidi chloe ciara dario deepak diego dmitri
eamon eduardo elif elina emeka emilia emre enzo ewa fabio farah fatima federica finn francesca freya gael giada giulia
giuseppe goran greta hana hans haruto hassan henrik hiroshi hugo ibrahim imani ines ingrid irina isla ivana jakub jamal
javier joao jonas jose jurgen kaori katarzyna kenji khalid klaus kofi kwame laila lars layla lena leila leonie liam lorenzo
luca luka luisa magnus mahmoud malik manuel mariam marek mateo matteo matteus mateusz mehmet mei mika mikkel milan milena
mira nadia naomi nasser niamh nikita nikolai nils noemi olga omar oskar pablo paolo pavel pedro petra piotr pranav priya
rafael rahul raj rajesh rania ravi renata ricardo rohan saanvi sakura samira sanjay santiago saoirse sergei shreya siobhan
sofia stefan sunita sven svetlana takashi tariq thiago tomasz uma valentina vikram viktor wei xavier xin yara yasmin yuki
yusuf zahra zainab zanele zeynep zofia
anime axolotl bao barista bibimbap bitcoin blockchain blockchain boba bokeh boho bokashi brexit brunch burrata chatbot
chakra chai chia clickbait cosplay cottagecore covid crossfit crypto cryptocurrency cyberpunk dabbing deadlift deepfake
doge drone ebike edamame emoji emoticon ethereum falafel fintech flexbox focaccia freediving frappe gelato ghibli gif
glamping gochujang gouache granola gyoza haiku halloumi harissa hashtag hoodie hygge ikebana ikigai influencer infographic
jacuzzi jpeg kaiju kawaii kebab kefir kimchi kintsugi kombucha kpop latte lofi macrame manga manscape matcha meme mocktail
mochi mojito mukbang neko netflix nft ninja omakase origami otaku paella paleo papercut pdf pho photobomb pilates podcast
poke png quinoa ramen reel rendang risotto robo sashimi selfie shiba shiitake skincare smartwatch smartphone smoothie
sneakerhead sriracha startup steampunk streetwear sudoku sushi svg tahini tapas tempeh tempura tiramisu tofu toonie umami
unboxing vape vaporwave vegan vlog vlogger vtuber wabi wagyu webcam webinar wifi wonton yoga yuzu zoom zumba
absolut acer alpine amara anton aperol armani asics asterix asus ayo bali barilla bela benin birkenstock bola boris bounty
bugatti bulgari burberry byd campari cartier celine chad chanel cheetos chike columbia corona corsair crete crocs cupra
danone dayo denon diesel dior doritos dragan dragana dusan femi fendi fiji fila fujifilm garfield garmin hasselblad heinz
hermes ife igor illy intel isuzu jabra jagermeister java jelena kappa kemi kinder kirby knorr korg lacoste lada lancia
laos lavazza leica lenovo levis lipton loewe logitech lotus maggi mali malta mars marshall miffy milos mirko moet moncler
moomin nenad nepal nescafe nestle nia niger nio nvidia obelix opel palau pikachu polestar pringles puma razer reebok
ritter roland ryzen saab samoa sasa schweppes seat segafredo sennheiser shure simba skittles slavko smirnoff smurf
snickers snoopy sonic sonos spacex sprite stella sumatra suzuki tayo tiffany timberland tintin togo tonga tunde twinings
twix ugg umbro vesna volvo wrangler yoshi zeiss zola zoran zuri persol breitling gardena suda putri
`;

/** Brands, names and young words that WordNet and the English dictionary lack, and that are no misspellings. */
const MODERN_WORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
