/** What a phone has to download before a page comes alive. */
import { expect } from '@playwright/test';
import { test } from '../kit/test.ts';

/** Of scripts, as sent. A React page with server rendering and a router cannot be much smaller. */
const VIEWS = [
  { name: 'home page', path: '/', budgetBytes: 127_300 },
  {
    name: 'page of a rifa',
    path: '/rifa/5e000000-0000-4000-8000-000000000001/anonymous',
    budgetBytes: 140_000,
  },
  { name: 'ranking', path: '/ranking', budgetBytes: 133_000 },
  { name: 'results', path: '/resultado', budgetBytes: 128_500 },
  { name: 'guide', path: '/como-participar', budgetBytes: 127_900 },
];
const accept = { 'accept-encoding': 'gzip, br' };

for (const { name, path, budgetBytes } of VIEWS)
  test(`the first view of the ${name} stays within its budget, packed and kept`, async ({ request }) => {
    const page = await request.get(path, { headers: accept });
    expect(page.headers()['content-encoding']).toBe('br');
    const addresses = new Set((await page.text()).match(/\/assets\/[\w.~-]+\.js/g));
    const scripts = await Promise.all(
      [...addresses].map((script) => request.get(script, { headers: accept })),
    );
    let total = 0;
    for (const script of scripts) {
      const { 'content-length': length, 'cache-control': cache } = script.headers();
      expect(cache, script.url()).toContain('immutable');
      total += Number(length);
    }
    expect(scripts.length).toBeGreaterThan(3);
    expect(total).toBeGreaterThan(budgetBytes / 4);
    expect(total).toBeLessThanOrEqual(budgetBytes);
  });

test('the picture of a rifa is on its way before the scripts are', async ({ request }) => {
  const page = await (await request.get(VIEWS[1]!.path)).text();
  const [first, ...others] = [...page.matchAll(/<link rel="(?:module)?preload"[^>]*>/g)].map(
    ([link]) => link,
  );
  expect(first).toMatch(/as="image".*fetchPriority="high".*imageSrcSet="[^"]+\.avif 720w/);
  expect(others.filter((link) => link.includes('as="image"'))).toEqual([]);
});

test('the answers of the API are packed, too', async ({ request }) => {
  const answer = await request.get('/api/rifas', { headers: accept });
  expect(answer.headers()['content-encoding']).toBe('gzip');
  expect(await answer.json()).not.toEqual([]);
});
