import { expect, test } from 'vitest';
import { allowedRedirect } from './redirects.ts';

const settings = {
  siteUrl: 'https://sorte.example',
  redirectAllowList: ['https://*.parceiro.example/volta', 'https://app.example/*'],
  allowLoopbackRedirects: false,
};

test.each([
  'https://sorte.example/auth?x=1#y',
  'https://loja.parceiro.example/volta',
  'https://app.example/entrar',
])('%s is allowed', (url) => {
  expect(allowedRedirect(settings, url)).toBe(url);
});

test.each([
  'https://evil.example',
  'https://sorte.example.evil.example/',
  'https://sorte.example@evil.example/',
  String.raw`https://sorte.example\@evil.example`,
  '//evil.example',
  'https:evil.example',
  'http://sorte.example/',
  'https://sorte.example:8443/',
  'https://a.b.parceiro.example/volta',
  'https://app.example/a/b',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://localhost:3000/',
  '',
])('redirects to the site instead of %s', (url) => {
  expect(allowedRedirect(settings, url)).toBe(settings.siteUrl);
});

test('in demo, allows any port of this machine, but no decimal IP address', () => {
  const development = { ...settings, allowLoopbackRedirects: true };
  expect(allowedRedirect(development, 'http://localhost:5173/x')).toBe('http://localhost:5173/x');
  expect(allowedRedirect(development, 'http://2130706433/')).toBe(settings.siteUrl);
});
