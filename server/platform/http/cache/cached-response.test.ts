import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Encoding } from '../response/encoding.ts';
import { CachedResponse, hasTag, headersWithoutBody } from './cached-response.ts';

test('decodes every encoding to the same page', async () => {
  const text = '<p>São João</p>'.repeat(500);
  const page = new CachedResponse(200, new Headers(), Buffer.from(text));
  const bytesOf = async (encoding: Encoding) => (await page.encode(encoding)).bytes;
  expect(brotliDecompressSync(await bytesOf('br')).toString()).toBe(text);
  expect(gunzipSync(await bytesOf('gzip')).toString()).toBe(text);
  expect(Buffer.from(await bytesOf('identity')).toString()).toBe(text);
});

test('tags each encoding by its bytes, and matches its tag in a list', async () => {
  const page = (text: string) => new CachedResponse(200, new Headers(), Buffer.from(text));
  const tagOf = async (text: string, encoding: Encoding) => (await page(text).encode(encoding)).tag;
  const tag = await tagOf('um', 'gzip');
  expect(await tagOf('um', 'gzip')).toBe(tag);
  expect(await tagOf('dois', 'gzip')).not.toBe(tag);
  expect(await tagOf('um', 'br')).not.toBe(tag);
  expect(hasTag(`"outra", ${tag}`, tag)).toBe(true);
  expect(hasTag(`W/${tag}`, tag)).toBe(true);
  expect(hasTag('*', tag)).toBe(true);
  expect(hasTag('"outra"', tag)).toBe(false);
  expect(hasTag(undefined, tag)).toBe(false);
});

test('drops headers that describe the body from a 304', () => {
  expect(
    headersWithoutBody(['content-type', 'text/html', 'vary', 'etag', 'content-length', '1', 'etag', '"a"']),
  ).toEqual(['vary', 'etag', 'etag', '"a"']);
});
