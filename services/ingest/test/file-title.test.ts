import { expect, it } from '@jest/globals';
import { folderTags, namedImage } from '../src/sources/merged-facts.js';

it.each([
  ['eiffelTower.webp', 'eiffel Tower', ['eiffelTower']],
  ['hammer1.webp', 'hammer 1', []],
  ['summer/red-barn_02.JPG', 'red barn 02', []],
  ['gitHub_logo.png', 'git Hub logo', ['gitHub']],
  ['PDFFile.png', 'PDF File', ['PDFFile']],
  ['ÉcoleDeParis2024.jpg', 'École De Paris 2024', ['ÉcoleDeParis2024']],
  ['DSC01234.jpg', 'DSC 01234', []],
  ['IMG_2041.jpg', 'IMG 2041', []],
  ['iPhone.jpg', 'iPhone', []],
  ['beach-1920x1080.jpg', 'beach', []],
  ['1920x1080.png', '1920x1080', []],
  ['mp3.png', 'mp3', []],
  ['3d-box.png', '3d box', []],
  ['1F34E.png', '1F34E', []],
  ['赤いリンゴ3.png', '赤いリンゴ 3', []],
])('%s says "%s"', (path, title, tags) => {
  expect(namedImage(path)).toEqual({ title, tags });
});

it.each([
  ['red-barn.jpg', []],
  ['Summer_2024/beach.day/IMG_1.jpg', ['Summer 2024', 'beach day']],
  ['東京/1.png', ['東京']],
  ['DCIM/100CANON/IMG_1.jpg', []],
  ['My Pictures/2024/05/x.jpg', []],
  ['New folder/cats/x.jpg', ['cats']],
])('the folders of %s say %j', (path, tags) => {
  expect(folderTags(path)).toEqual(tags);
});
