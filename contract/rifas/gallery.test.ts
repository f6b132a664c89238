import { expect, test } from 'vitest';
import { editedRifa } from './managed-rifa.ts';

const { gallery, video } = editedRifa.shape;
const picture = { image: '/imagens/a.jpg', alt: 'Roda' };

test('accepts ten pictures including the main one, from this site only', () => {
  const pictures = (length: number) =>
    Array.from({ length }, (_, index) => ({ ...picture, image: `/imagens/${index}.jpg` }));
  expect(gallery.safeParse(pictures(9)).success).toBe(true);
  expect(gallery.safeParse(pictures(10)).success).toBe(false);
  expect(gallery.safeParse([picture, picture]).success).toBe(false);
  expect(gallery.safeParse([{ ...picture, image: 'https://evil.example/a.jpg' }]).success).toBe(false);
});

test.each([
  ['', true],
  ['https://youtu.be/dQw4w9WgXcQ', true],
  ['https://evil.example/video.mp4', false],
  ['javascript:alert(1)', false],
])('video %s: %s', (link, isValid) => {
  expect(video.safeParse(link).success).toBe(isValid);
});
