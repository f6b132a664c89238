import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, type Encoding, hashInline, KeptPage, letContentPass } from './kept-page.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('%s is answered in %s', (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});

test('each encoding holds the same page', async () => {
  const text = '<p>São João</p>'.repeat(500);
  const page = new KeptPage(200, new Headers(), Buffer.from(text));
  const bytesOf = async (encoding: Encoding) => (await page.packed(encoding)).bytes;
  expect(brotliDecompressSync(await bytesOf('br')).toString()).toBe(text);
  expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(text);
  expect(Buffer.from(await bytesOf('identity')).toString()).toBe(text);
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the page’s own scripts and styles may run, and what got in without the nonce may not', () => {
  const { html, policy } = hashInline(
    '<style nonce="n+/=">p{}</style><script nonce="n+/=">a()</script><script async nonce="n+/=">b()</script>' +
      '<script>roubar()</script><script nonce="outro">roubar(2)</script><script nonce="n+/=" src="/x.js"></script>',
    'n+/=',
  );
  expect(policy).toEqual({ scripts: [hashOf('a()'), hashOf('b()')], styles: [hashOf('p{}')] });
  expect(html).not.toContain('n+/=');
});

test('scripts wait behind what is seen first, and keep their order', () => {
  const links = '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>';
  expect(letContentPass(`<link rel="preload" href="/f.woff2" as="font"/>${links}`)).toBe(
    '<link rel="preload" href="/f.woff2" as="font"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js"/>',
  );
});
