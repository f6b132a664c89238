import { expect, test } from 'vitest';
import { hasLink } from './gift-bounds.ts';

test.each(['Veja https://golpe.exemplo', 'www.golpe', 'entre em golpe.com/pix', 'GOLPE.COM.BR', 'bit.ly/x'])(
  'finds the link in %s',
  (words) => expect(hasLink(words)).toBe(true),
);

test.each(['Feliz aniversário, vó! Se ganhar, divide.', 'Boa sorte... Te amo.', 'Parabéns :) 10/10'])(
  'finds no link in %s',
  (words) => expect(hasLink(words)).toBe(false),
);
