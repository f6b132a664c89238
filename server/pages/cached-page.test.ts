import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, type Encoding, hashInline, CachedPage, deprioritizeScripts } from './cached-page.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0', 'identity'],
  ['deflate', 'identity'],
  ['', 'identity'],
  [undefined, 'identity'],
])('picks for Accept-Encoding %s: %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('every encoding decodes to the same page', async () => {
  const text = '<p>São João</p>'.repeat(500);
  const page = new CachedPage(200, new Headers(), Buffer.from(text));
  const bytesOf = async (encoding: Encoding) => (await page.encode(encoding)).bytes;
  expect(brotliDecompressSync(await bytesOf('br')).toString()).toBe(text);
  expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(text);
  expect(Buffer.from(await bytesOf('identity')).toString()).toBe(text);
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('hashes inline scripts and styles with the nonce, and none without', () => {
  const { html, policy } = hashInline(
    '<style nonce="n+/=">p{}</style><script nonce="n+/=">a()</script><script async nonce="n+/=">b()</script>' +
      '<script>roubar()</script><script nonce="outro">roubar(2)</script><script nonce="n+/=" src="/x.js"></script>',
    'n+/=',
  );
  expect(policy).toEqual({ scripts: [hashOf('a()'), hashOf('b()')], styles: [hashOf('p{}')] });
  expect(html).not.toContain('n+/=');
});

test('lowers the priority of script preloads and keeps their order', () => {
  const links = '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>';
  expect(deprioritizeScripts(`<link rel="preload" href="/f.woff2" as="font"/>${links}`)).toBe(
    '<link rel="preload" href="/f.woff2" as="font"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/a.js"/>' +
      '<link rel="modulepreload" fetchpriority="low" href="/b.js"/>',
  );
});
