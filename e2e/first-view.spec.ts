/** What a phone has to download before the home page comes alive. */
import { expect } from '@playwright/test';
import { test } from './test.ts';

/** Of scripts, as sent. A React page with server rendering and a router cannot be much smaller. */
const BUDGET_BYTES = 130_000;
const accept = { 'accept-encoding': 'gzip, br' };

test('the first view of the home page stays within its budget, packed and kept', async ({ request }) => {
  const page = await request.get('/', { headers: accept });
  expect(page.headers()['content-encoding']).toBe('br');
  const addresses = new Set((await page.text()).match(/\/assets\/[\w.~-]+\.js/g));
  const scripts = await Promise.all([...addresses].map((path) => request.get(path, { headers: accept })));
  let total = 0;
  for (const script of scripts) {
    const { 'content-length': length, 'cache-control': cache } = script.headers();
    expect(cache, script.url()).toContain('immutable');
    total += Number(length);
  }
  expect(scripts.length).toBeGreaterThan(3);
  expect(total).toBeGreaterThan(BUDGET_BYTES / 4);
  expect(total).toBeLessThanOrEqual(BUDGET_BYTES);
});

test('the answers of the API are packed, too', async ({ request }) => {
  const answer = await request.get('/api/rifas', { headers: accept });
  expect(answer.headers()['content-encoding']).toBe('gzip');
  expect(await answer.json()).not.toEqual([]);
});
