/** Server-rendered HTML, for search engines, link previews and browsers without JavaScript. */
import { expect } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { test } from '../kit/test.ts';

test('renders home and rifa completely, with sharing tags', async ({ request }) => {
  const home = await (await request.get('/')).text();
  expect(home).toContain('<title>Maré da Sorte</title>');
  expect(home).toContain('Honda Biz 125 zero km');
  expect(home).toMatch(/R\$(?:\s|&nbsp;)0,50/);
  expect(home).toContain('property="og:title"');

  const rifa = await (await request.get(`/rifa/${BIZ}/anonymous`)).text();
  expect(rifa).toContain('<title>Honda Biz 125 zero km | Maré da Sorte</title>');
  expect(rifa).toContain('property="og:description"');
  const picture = /property="og:image" content="([^"]+)"/.exec(rifa)?.[1];
  const response = await request.get(picture!);
  expect(response.headers()['content-type']).toContain('image/png');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('shows a rifa, and explains on each page what needs JavaScript', async ({ page }) => {
    for (const path of [`/rifa/${BIZ}`, '/', '/auth']) {
      await page.goto(path);
      await expect(page.getByText(/^Sem JavaScript dá para ver rifas/)).toBeVisible();
    }
    await page.goto(`/rifa/${BIZ}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Honda Biz 125 zero km' })).toBeVisible();
  });
});

test('responds 404 for unknown pages and API paths', async ({ request }) => {
  for (const path of ['/nada-aqui', '/rifa/nada/anonymous', '/api/nada', '/api/rifas/nada', '/auth/v1/nada'])
    expect((await request.get(path)).status(), path).toBe(404);
});

test('sends a strict CSP with every page, and serves the OpenAPI document', async ({ request }) => {
  const headers = (await request.get('/')).headers();
  expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/=]+'/);
  expect(headers['x-content-type-options']).toBe('nosniff');
  const description = (await (await request.get('/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(description.paths)).toContain('/checkout/payments');
});

test('sends a cached page with the headers of a fresh one', async ({ request }) => {
  const headersOf = async (path: string) => {
    const { date: _, 'x-request-id': id, ...others } = (await request.get(path)).headers();
    expect(id).toMatch(/^[\w-]{36}$/);
    const text = JSON.stringify({ ...others, 'content-length': '' });
    return JSON.parse(text.replaceAll(/'sha256-[^']+'/g, 'hash')) as object;
  };
  const freshHeaders = await headersOf('/sobre?de=fora');
  for (let times = 0; times < 3; times++) expect(await headersOf('/sobre')).toEqual(freshHeaders);
});

test('escapes text that looks like markup or a script', async ({ page }) => {
  await page.goto('/sobre');
  const rejected = await page.evaluate(() => {
    const attempts = [
      () => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'),
      () => new DOMParser().parseFromString('<b>oi</b>', 'text/html'),
      () => (document.createElement('script').src = 'https://fora.example/x.js'),
      () => (document.createElement('script').text = 'alert(1)'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return false;
      } catch {
        return true;
      }
    });
  });
  expect(rejected).toEqual([true, true, true, true]);
});

test('shows rifas and footer without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Mais Rifas Disponíveis' })).toBeVisible();
  await expect(main.getByRole('article').last()).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Termos de Uso' })).toBeVisible();
  await context.close();
});
