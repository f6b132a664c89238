import { expect, test } from 'vitest';
import { pictureIdOf, picturePath, pictureSrcSet } from './picture.ts';

const id = 'f'.repeat(32);

test('parses the picture id from stored paths only', () => {
  expect(pictureIdOf(picturePath(id))).toBe(id);
  for (const other of [
    '',
    '/icons/share.png',
    `${picturePath(id)}?x`,
    `/imagens/${id}-400.avif`,
    '/imagens/../x.jpg',
  ])
    expect(pictureIdOf(other)).toBeNull();
});

test('offers widths from 200 to 1280 pixels', () => {
  expect(pictureSrcSet(id, 'avif').split(', ')).toEqual(
    [200, 400, 720, 960, 1280].map((width) => `/imagens/${id}-${width}.avif ${width}w`),
  );
});
