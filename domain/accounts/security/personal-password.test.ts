import { expect, test } from 'vitest';
import { isPersonalPassword } from './personal-password.ts';

const about = { shop: 'Maré da Sorte', name: 'Ana Beatriz Souza', email: 'ana.souza82@exemplo.com.br' };

test.each([
  'maredasorte',
  'MaréDaSorte123',
  'mare-da-sorte',
  'M4r3d4s0rt3!',
  'senhamare2026',
  'sorte123mare',
  'anasouza',
  'AnaBeatriz1990',
  'souza12345',
  'souza82@exemplo',
  'ana.souza82',
  'exemplo2026',
])('rejects %s, which is made of public facts', (password) => {
  expect(isPersonalPassword(password, about)).toBe(true);
});

test.each([
  'jangada-ao-vento',
  'segredo',
  'banana verde',
  'mareado de tanto mar',
  'q8#kz!27',
  '937261',
  'souza e o farol aceso',
])('accepts %s', (password) => {
  expect(isPersonalPassword(password, about)).toBe(false);
});

test('checks the shop’s name for an account without name and e-mail', () => {
  expect(isPersonalPassword('jangada', { shop: 'Maré', name: '', email: '' })).toBe(false);
  expect(isPersonalPassword('mare2026', { shop: 'Maré', name: '', email: '' })).toBe(true);
});
