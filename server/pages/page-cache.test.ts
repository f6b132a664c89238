import { expect, test } from 'vitest';
import { KeptPage } from './kept-page.ts';
import { createPageCache } from './page-cache.ts';

const START = Date.parse('2026-05-04T12:00:00Z');

function cacheOf() {
  let now = START;
  const rendered: PromiseWithResolvers<KeptPage | Response>[] = [];
  const faults: unknown[] = [];
  const cache = createPageCache({
    clock: { now: () => new Date(now) },
    render() {
      const rendering = Promise.withResolvers<KeptPage | Response>();
      rendered.push(rendering);
      return rendering.promise;
    },
    onFault: (error) => faults.push(error),
  });
  const pass = (ms: number) => void (now += ms);
  return { cache, rendered, faults, pass };
}

const page = (text: string) => new KeptPage(200, new Headers(), Buffer.from(text));
const textOf = async (answer: KeptPage | Response) =>
  answer instanceof KeptPage
    ? Buffer.from((await answer.packed('identity')).bytes).toString()
    : answer.text();

test('all who come while a page is rendered get that one, and so does who comes soon after', async () => {
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

test('an older page is given out while it is made anew; a page older than that is waited for', async () => {
  const { cache, rendered, pass } = cacheOf();
  const first = cache.get('/');
  rendered[0]!.resolve(page('um'));
  await first;
  pass(399);
  expect(await textOf(await cache.get('/'))).toBe('um');
  expect(rendered).toHaveLength(2);
  pass(1);
  const late = cache.get('/');
  // Begun at 399 ms, and so of that moment.
  rendered[1]!.resolve(page('dois'));
  expect(await textOf(await late)).toBe('dois');
  pass(198);
  expect(await textOf(await cache.get('/'))).toBe('dois');
  expect(rendered).toHaveLength(2);
});

test('a fault reaches who waited, never who got an older page, and the next one tries again', async () => {
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

test('what is not a page is not kept, and each who waited can read it', async () => {
  const { cache, rendered } = cacheOf();
  const waiting = [cache.get('/x'), cache.get('/x')];
  rendered[0]!.resolve(new Response('adiante', { status: 302 }));
  expect(await Promise.all((await Promise.all(waiting)).map(textOf))).toEqual(['adiante', 'adiante']);
  void cache.get('/x');
  expect(rendered).toHaveLength(2);
});
