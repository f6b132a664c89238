import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { respondWithJson, compressResponse } from './compress-response.ts';

const json = (value: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json', ...headers } });
const titles = (count: number) => Array.from({ length: count }, (_, at) => `São João ${at}`);
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test.each([100, 20_000])('compresses a list of %i titles, keeping status and headers', async (count) => {
  const list = Response.json(titles(count), {
    status: 409,
    headers: { 'cache-control': 'no-store', 'set-cookie': 'a=1' },
  });
  const compressed = await compressResponse(list, 'gzip, deflate, br');
  expect(compressed.status).toBe(409);
  expect(Object.fromEntries(compressed.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-encoding': 'gzip',
    'content-type': 'application/json',
    'set-cookie': 'a=1',
    vary: 'accept-encoding',
  });
  const bytes = await bytesOf(compressed);
  expect(compressed.headers.get('content-length')).toBe(String(bytes.length));
  expect(JSON.parse(gunzipSync(bytes).toString())).toEqual(titles(count));
});

test.each([
  ['short', json(titles(3)), 'gzip'],
  ['for a caller that accepts no gzip', json(titles(1000)), undefined],
  ['for a caller that rejects gzip', json(titles(1000)), 'gzip;q=0, deflate'],
])('does not change a response that is %s', async (_, response, accepted) => {
  const text = await response.clone().text();
  const compressed = await compressResponse(response, accepted);
  expect(compressed.headers.get('content-encoding')).toBeNull();
  // The content depends on the caller.
  expect(compressed.headers.get('vary')).toBe('accept-encoding');
  const bytes = await bytesOf(compressed);
  expect(bytes.toString()).toBe(text);
  expect(compressed.headers.get('content-length')).toBe(String(bytes.length));
});

test('reads no body that is not JSON or already encoded', async () => {
  for (const response of [
    new Response('foto', { headers: { 'content-type': 'image/webp' } }),
    json(titles(1000), { 'content-encoding': 'br' }),
    new Response(null, { status: 204 }),
  ]) {
    expect(await compressResponse(response, 'gzip')).toBe(response);
    expect(response.bodyUsed).toBe(false);
  }
});

test.each([3, 100, 20_000])('compresses a JSON text like a response, with %i titles', async (count) => {
  const init = { status: 409, headers: { 'cache-control': 'no-store', 'set-cookie': 'a=1' } };
  const text = JSON.stringify(titles(count));
  for (const accepted of ['gzip', undefined]) {
    const compressed = await respondWithJson(new Response(null, init), text, accepted);
    const alike = await compressResponse(Response.json(titles(count), init), accepted);
    expect(compressed.status).toBe(409);
    expect(Object.fromEntries(compressed.headers)).toEqual(Object.fromEntries(alike.headers));
    expect(await bytesOf(compressed)).toEqual(await bytesOf(alike));
  }
});
