import type { Language } from './languages.js';

/** In the order of the lists below. */
export const COLOR_NAMES = 'red orange yellow green blue purple pink brown black white grey'.split(' ');

export const COLORS: Record<Language, string> = {
  de: 'rot orange gelb grün blau lila rosa braun schwarz weiß grau',
  es: 'rojo naranja amarillo verde azul morado rosa marrón negro blanco gris',
  fr: 'rouge orange jaune vert bleu violet rose marron noir blanc gris',
  it: 'rosso arancione giallo verde blu viola rosa marrone nero bianco grigio',
  ja: '赤 オレンジ 黄色 緑 青 紫 ピンク 茶色 黒 白 灰色',
  ko: '빨간 주황 노란 초록 파란 보라 분홍 갈색 검은 흰 회색',
  nl: 'rood oranje geel groen blauw paars roze bruin zwart wit grijs',
  pl: 'czerwony pomarańczowy żółty zielony niebieski fioletowy różowy brązowy czarny biały szary',
  pt: 'vermelho laranja amarelo verde azul roxo rosa marrom preto branco cinza',
  ru: 'красный оранжевый жёлтый зелёный синий фиолетовый розовый коричневый чёрный белый серый',
  uk: 'червоний помаранчевий жовтий зелений синій фіолетовий рожевий коричневий чорний білий сірий',
  zh: '红 橙 黄 绿 蓝 紫 粉 棕 黑 白 灰',
};
