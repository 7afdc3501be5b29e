import { expect, test } from '@jest/globals';
import { withoutMedium } from '../src/medium.js';

test.each([
  ['a photo of a happy dog running on the beach', 'a happy dog running on the beach'],
  ['Pictures of mountains', 'mountains'],
  ['stock photo of an office', 'an office'],
  ['illustration of a fox', 'a fox'],
  ['ein Foto von einem Hund', 'einem Hund'],
  ['una fotografía de un perro', 'un perro'],
  ["une photo d'un chien", 'un chien'],
  ['foto di un cane', 'un cane'],
  ['een foto van een hond', 'een hond'],
  ['zdjęcie psa', 'psa'],
  ['фото собаки', 'собаки'],
  ['狗的照片', '狗'],
  ['犬の写真', '犬'],
  ['개 사진', '개'],
])('"%s" is searched for as "%s"', (text, searched) => {
  expect(withoutMedium(text)).toBe(searched);
});

test.each([
  'photo',
  'picture frame',
  'photo album',
  'image',
  'camera',
  'a photo of',
  '照片',
  'bildhauer',
  'photography',
])('"%s" names a thing and stays', (text) => {
  expect(withoutMedium(text)).toBe(text);
});
