import { LANGUAGES, type Language } from './languages.js';

/** How a text begins that names the medium before what is shown: "a photo of …". Normalised, with `…` for what follows. */
const OPENINGS: Record<'en' | Language, { mediums: string; of: string; articles: string }> = {
  en: {
    articles: 'an?|the|some|my',
    mediums:
      'photos?|photographs?|pictures?|pics?|images?|illustrations?|drawings?|snapshots?|(?:stock )?photos?',
    of: 'of|showing',
  },
  de: {
    articles: 'ein|eine|das|die',
    mediums: 'fotos?|fotografien?|bild(?:er)?|abbildung(?:en)?|zeichnung(?:en)?|illustration(?:en)?',
    of: 'von|vom|eines|einer|mit',
  },
  es: {
    articles: 'una?|la|el',
    mediums: 'fotos?|fotografias?|imagen(?:es)?|ilustracion(?:es)?|dibujos?',
    of: 'de(?:l)?',
  },
  fr: {
    articles: 'une?|la|le|l',
    mediums: 'photos?|photographies?|images?|illustrations?|dessins?',
    of: 'd|de|du|des',
  },
  it: {
    articles: 'una?|la|il|l',
    mediums: 'foto|fotografi[ae]|immagin[ei]|illustrazion[ei]|disegn[oi]',
    of: 'di|del|della|d',
  },
  nl: {
    articles: 'een|de|het',
    mediums: 'foto s?|fotos?|afbeelding(?:en)?|plaatje|tekening(?:en)?|illustraties?',
    of: 'van',
  },
  pl: { articles: '', mediums: 'zdjeci[ea]|fotografia|obraz(?:ek)?|ilustracja|rysunek', of: '' },
  pt: {
    articles: 'uma?|a|o',
    mediums: 'fotos?|fotografias?|imagem|imagens|ilustracao|desenho',
    of: 'de|do|da',
  },
  ru: { articles: '', mediums: 'фото|фотография|картинка|изображение|иллюстрация|рисунок', of: '' },
  uk: { articles: '', mediums: 'фото|фотографія|картинка|зображення|ілюстрація|малюнок', of: '' },
  ja: { articles: '', mediums: '', of: '' },
  ko: { articles: '', mediums: '', of: '' },
  zh: { articles: '', mediums: '', of: '' },
};

/** Languages without spaces name the medium at the end: 狗的照片, 犬の写真, 개 사진. */
const ENDING = /(?:的|の|\s*)(?:照片|图片|圖片|写真|画像|イラスト|사진|그림|이미지)$/u;

const ACCENTS = /[\u0300-\u036f]/g;

const OPENING = new RegExp(
  `^(?:${(['en', ...LANGUAGES] as const)
    .map((language) => OPENINGS[language])
    .filter(({ mediums }) => mediums !== '')
    .map(({ articles, mediums, of }) => {
      const article = articles === '' ? '' : `(?:(?:${articles})[\\s'’]+)?`;
      return of === '' ? `${article}(?:${mediums})` : `${article}(?:${mediums})\\s+(?:${of})`;
    })
    .join('|')})[\\s'’]+(?=\\S)`,
  'iu',
);

/**
 * A text without the words that only say that an image is wanted: "a photo of a dog" → "a dog". Those words are read, and not
 * searched for: a collection has few captions with "photo", and they would come first. A text of nothing else stays.
 */
export function withoutMedium(text: string): string {
  // One character for each one of the text, so that places agree.
  const plain = Array.from(
    text,
    (character) => character.normalize('NFD').replace(ACCENTS, '') || character,
  ).join('');
  const { 0: opening = '' } = plain.length === text.length ? (OPENING.exec(plain) ?? []) : [];
  const rest = text.slice(opening.length).replace(ENDING, '').trim();
  return rest === '' ? text : rest;
}
