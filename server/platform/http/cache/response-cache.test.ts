import { expect, test } from 'vitest';
import { CachedResponse } from './cached-response.ts';
import { createResponseCache } from './response-cache.ts';

const START = Date.parse('2026-05-04T12:00:00Z');

function cacheOf() {
  let now = START;
  const rendered: PromiseWithResolvers<CachedResponse | Response>[] = [];
  const faults: unknown[] = [];
  const cache = createResponseCache({
    clock: { now: () => new Date(now) },
    render() {
      const rendering = Promise.withResolvers<CachedResponse | Response>();
      rendered.push(rendering);
      return rendering.promise;
    },
    onFault: (error) => faults.push(error),
  });
  const pass = (ms: number) => void (now += ms);
  return { cache, rendered, faults, pass };
}

const page = (text: string) => new CachedResponse(200, new Headers(), Buffer.from(text));
const textOf = async (rendered: CachedResponse | Response) =>
  rendered instanceof CachedResponse
    ? Buffer.from((await rendered.encode('identity')).bytes).toString()
    : rendered.text();

test('shares one render between concurrent requests and those of the next 200 ms', async () => {
  const { cache, rendered, pass } = cacheOf();
  const waiting = [cache.get('/'), cache.get('/')];
  expect(rendered).toHaveLength(1);
  rendered[0]!.resolve(page('um'));
  expect(await Promise.all((await Promise.all(waiting)).map(textOf))).toEqual(['um', 'um']);
  pass(199);
  expect(await textOf(await cache.get('/'))).toBe('um');
  expect(rendered).toHaveLength(1);
  void cache.get('/?page=2');
  expect(rendered).toHaveLength(2);
});

test('serves a stale page while revalidating it, and waits for one past its maximum age', async () => {
  const { cache, rendered, pass } = cacheOf();
  const first = cache.get('/');
  rendered[0]!.resolve(page('um'));
  await first;
  pass(399);
  expect(await textOf(await cache.get('/'))).toBe('um');
  expect(rendered).toHaveLength(2);
  pass(1);
  const late = cache.get('/');
  // This render began at 399 ms, so the page's age counts from then.
  rendered[1]!.resolve(page('dois'));
  expect(await textOf(await late)).toBe('dois');
  pass(198);
  expect(await textOf(await cache.get('/'))).toBe('dois');
  expect(rendered).toHaveLength(2);
});

test('passes a render error to waiting requests, not to those served stale, and retries on the next request', async () => {
  const { cache, rendered, faults, pass } = cacheOf();
  const first = cache.get('/');
  rendered[0]!.reject(new Error('sem banco'));
  await expect(first).rejects.toThrow('sem banco');
  const second = cache.get('/');
  rendered[1]!.resolve(page('um'));
  await second;
  pass(300);
  expect(await textOf(await cache.get('/'))).toBe('um');
  rendered[2]!.reject(new Error('sem banco'));
  await expect.poll(() => faults).toHaveLength(1);
});

test('does not cache redirects, and gives each waiting request a readable copy', async () => {
  const { cache, rendered } = cacheOf();
  const waiting = [cache.get('/x'), cache.get('/x')];
  rendered[0]!.resolve(new Response('adiante', { status: 302 }));
  expect(await Promise.all((await Promise.all(waiting)).map(textOf))).toEqual(['adiante', 'adiante']);
  void cache.get('/x');
  expect(rendered).toHaveLength(2);
});
