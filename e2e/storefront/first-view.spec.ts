/** Script budgets of a page: of its first view, and of all that a first visit loads without a press. */
import { expect } from '@playwright/test';
import { firstScripts } from '../kit/page/first-scripts.ts';
import { untilHydrated } from '../kit/page/hydration.ts';
import { compressedSize, largestModules } from '../kit/page/module-sizes.ts';
import { test } from '../kit/test.ts';

/**
 * Compressed bytes of scripts. React and its router take 97 kB. A visit also loads what waits until the browser is idle:
 * the query cache, the consent panel and, on the page of a rifa, everything that a purchase needs.
 */
const VIEWS = [
  { name: 'home page', path: '/', budgetBytes: 109_500, visitBytes: 165_000 },
  {
    name: 'page of a rifa',
    path: '/rifa/5e000000-0000-4000-8000-000000000001/anonymous',
    budgetBytes: 109_300,
    visitBytes: 300_000,
  },
  { name: 'ranking', path: '/ranking', budgetBytes: 109_300, visitBytes: 171_000 },
  { name: 'results', path: '/resultado', budgetBytes: 108_500, visitBytes: 155_000 },
  {
    name: 'audit of a draw',
    path: '/resultado/5e000000-0000-4000-8000-000000000001',
    budgetBytes: 108_200,
    visitBytes: 213_000,
  },
  { name: 'guide', path: '/como-participar', budgetBytes: 108_500, visitBytes: 154_000 },
  { name: 'support page', path: '/suporte', budgetBytes: 109_200, visitBytes: 177_000 },
  { name: 'about page', path: '/sobre', budgetBytes: 109_400, visitBytes: 156_000 },
  { name: 'public log', path: '/transparencia', budgetBytes: 110_000, visitBytes: 199_000 },
  { name: 'terms', path: '/termos', budgetBytes: 106_500, visitBytes: 188_000 },
  { name: 'sign-in', path: '/auth', budgetBytes: 106_300, visitBytes: 196_000 },
  { name: 'forgotten password', path: '/auth/recuperar-senha', budgetBytes: 109_700, visitBytes: 186_000 },
];
/** Each request costs a phone as much as several kilobytes. */
const MAX_SCRIPTS = 17;
const accept = { 'accept-encoding': 'gzip, br' };

type ScriptSizes = ReadonlyMap<string, number>;

const sumOf = (sizes: ScriptSizes) => [...sizes.values()].reduce((sum, size) => sum + size, 0);

/** @throws with the largest modules if the scripts exceed the budget */
async function expectWithinBudget(what: string, sizes: ScriptSizes, budgetBytes: number): Promise<void> {
  const total = sumOf(sizes);
  if (total > budgetBytes)
    throw new Error(
      `${what} loads ${total} bytes of scripts, ${total - budgetBytes} over its budget of ${budgetBytes}. Largest modules:\n${await largestModules(sizes)}`,
    );
}

for (const { name, path, budgetBytes } of VIEWS)
  test(`loads the first view of the ${name} within its script budget, compressed and immutable`, async ({
    request,
  }) => {
    const page = await request.get(path, { headers: accept });
    expect(page.headers()['content-encoding']).toBe('br');
    const urls = firstScripts(await page.text());
    const scripts = await Promise.all([...urls].map((script) => request.get(script, { headers: accept })));
    const sizes = new Map<string, number>();
    for (const script of scripts) {
      const { 'content-length': length, 'cache-control': cache } = script.headers();
      expect(cache, script.url()).toContain('immutable');
      const size = await compressedSize(await script.text());
      expect(Number(length), `${script.url()} is sent compressed`).toBeLessThan(size * 1.05 + 100);
      sizes.set(new URL(script.url()).pathname.slice(1), size);
    }
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.length, 'requests').toBeLessThanOrEqual(MAX_SCRIPTS);
    expect(sumOf(sizes)).toBeGreaterThan(budgetBytes / 4);
    await expectWithinBudget(`The ${name}`, sizes, budgetBytes);
  });

test.describe('first visits', () => {
  test.use({ hasConsent: false });

  // A small module among those of a large part of the shop would load that part on every page.
  for (const { name, path, visitBytes } of VIEWS)
    test(`loads nothing on a first visit to the ${name} that only a later step needs`, async ({ page }) => {
      const sizes = new Map<string, number>();
      page.on('response', (response) => {
        const { pathname } = new URL(response.url());
        if (pathname.endsWith('.js'))
          sizes.set(pathname.slice(1), Number(response.headers()['content-length']));
      });
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'A sua privacidade' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect(sumOf(sizes)).toBeGreaterThan(visitBytes / 2);
      await expectWithinBudget(`A visit to the ${name}`, sizes, visitBytes);
    });
});

// Each of these objects costs a slow phone several milliseconds.
test('creates no Intl formatters at the start of a page', async ({ page }) => {
  await page.addInitScript(() => {
    const created: string[] = [];
    Object.assign(window, { createdFormatters: created });
    for (const name of [
      'NumberFormat',
      'DateTimeFormat',
      'ListFormat',
      'RelativeTimeFormat',
      'PluralRules',
    ] as const)
      Object.assign(Intl, {
        [name]: new Proxy(Intl[name], {
          construct(target, options) {
            created.push(name);
            return Reflect.construct(target, options);
          },
        }),
      });
  });
  for (const { path } of VIEWS) {
    await page.goto(path);
    await untilHydrated(page.locator('#conteudo'));
    const created = await page.evaluate(() => Reflect.get(window, 'createdFormatters') as string[]);
    expect(created, path).toEqual([]);
  }
});

test('preloads the picture of a rifa before the scripts', async ({ request }) => {
  const page = await (await request.get(VIEWS[1]!.path)).text();
  const [first, ...others] = [...page.matchAll(/<link rel="(?:module)?preload"[^>]*>/g)].map(
    ([link]) => link,
  );
  expect(first).toMatch(/as="image".*fetchPriority="high".*imageSrcSet="[^"]+\.avif 720w/);
  expect(others.filter((link) => link.includes('as="image"'))).toEqual([]);
});

test('compresses responses of the API', async ({ request }) => {
  const response = await request.get('/api/rifas', { headers: accept });
  expect(response.headers()['content-encoding']).toBe('br');
  expect(await response.json()).not.toEqual([]);
});
