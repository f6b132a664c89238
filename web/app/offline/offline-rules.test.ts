import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

interface Rules {
  kindOf(
    request: { method: string; mode?: string; url: string },
    origin: string,
  ): 'page' | 'asset' | 'picture' | 'routes' | 'document' | null;
  cacheKeyOf(url: string): string | null;
  assetsIn(html: string): string[];
  routesFile(url: string): string;
  buildOf(html: string): string | null;
  offlineScreenFor(url: string): string;
}

const SITE = 'https://loja.example';

/** Loads the script as the browser does; it assigns its rules to `self`. */
const rules = (() => {
  const self = {} as { offlineRules: Rules };
  const file = join(import.meta.dirname, '../../public/offline-rules.js');
  runInNewContext(readFileSync(file, 'utf8'), { self, URL, encodeURIComponent });
  return self.offlineRules;
})();

test.each([
  ['a page', { method: 'GET', mode: 'navigate', url: `${SITE}/pedido/abc?x=1` }, 'page'],
  ['a built file', { method: 'GET', mode: 'cors', url: `${SITE}/assets/root-a1.js` }, 'asset'],
  ['an image', { method: 'GET', mode: 'no-cors', url: `${SITE}/imagens/0f-640.avif` }, 'picture'],
  [
    'routes of links',
    { method: 'GET', mode: 'cors', url: `${SITE}/__manifest?paths=%2F&version=0f3a9c21` },
    'routes',
  ],
  ['the API', { method: 'GET', mode: 'cors', url: `${SITE}/api/me/cotas` }, null],
  ['an API URL opened as a page', { method: 'GET', mode: 'navigate', url: `${SITE}/api/docs` }, 'document'],
  [
    'the auth service',
    { method: 'GET', mode: 'navigate', url: `${SITE}/auth/v1/verify?token=x` },
    'document',
  ],
  ['a form', { method: 'POST', mode: 'navigate', url: `${SITE}/auth` }, null],
  ['a file download', { method: 'GET', mode: 'navigate', url: `${SITE}/pedido/abc/recibo.png` }, 'document'],
  ['another site', { method: 'GET', mode: 'navigate', url: 'https://outra.example/' }, null],
  ['the login', { method: 'GET', mode: 'navigate', url: `${SITE}/auth` }, 'page'],
])('classifies %s', (_name, request, kind) => {
  expect(rules.kindOf(request, SITE)).toBe(kind);
});

// @covers beyond: opens without a network: pages seen before, cart, own numbers; 'Você está sem internet'; gone
//   with the session
test.each([
  ['/', '/'],
  ['/rifa/5e000000-0000-4000-8000-000000000013', '/rifa/5e000000-0000-4000-8000-000000000013'],
  ['/dashboard', '/dashboard'],
  ['/meus-numeros', '/meus-numeros'],
  ['/meus-vouchers', '/meus-vouchers'],
  ['/balcao', '/balcao'],
  ['/sem-internet?para=%2Fpedido%2Fabc', '/sem-internet'],
  // URLs with a secret or search parameters, and pages that are useless offline.
  ['/pedido/abc', null],
  ['/presente/abc', null],
  ['/results/5e000000-0000-4000-8000-000000000013', null],
  ['/auth?code=abc', null],
  ['/?cidade=Maceió', null],
  ['/admin/rifas', null],
  ['/checkout', null],
])('caches %s as %s', (path, name) => {
  expect(rules.cacheKeyOf(SITE + path)).toBe(name);
});

test('reads the assets and the build of a page', () => {
  const html = `<link rel="modulepreload" href="/assets/manifest-0f3a9c21.js"/>
    <link rel="stylesheet" href="/assets/root-Bq_1-x.css"/><link rel="preload" href="/assets/sora-1.woff2"/>
    <script type="module">import "/assets/manifest-0f3a9c21.js";import * as a from "/assets/root-Dd.js"</script>`;
  expect(rules.buildOf(html)).toBe('0f3a9c21');
  expect([...rules.assetsIn(html)].sort()).toEqual([
    '/assets/manifest-0f3a9c21.js',
    '/assets/root-Bq_1-x.css',
    '/assets/root-Dd.js',
    '/assets/sora-1.woff2',
  ]);
  expect(rules.buildOf('<p>Manutenção</p>')).toBeNull();
});

test('names the file of all routes of a build', () => {
  expect(rules.routesFile(`${SITE}/__manifest?paths=%2Franking&version=0f3a9c21`)).toBe(
    '/assets/manifest-0f3a9c21.js',
  );
});

test('keeps the requested path in the URL of the offline screen', () => {
  expect(rules.offlineScreenFor(`${SITE}/rifa/7?ref=MARE`)).toBe(
    '/sem-internet?para=%2Frifa%2F7%3Fref%3DMARE',
  );
});
