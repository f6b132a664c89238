/** A page comes alive in parts: what the server drew stays where it is meanwhile, and answers a press. */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/demo-rifas.ts';
import { newEmail } from '../kit/people.ts';
import { test } from '../kit/test.ts';

/** `last` comes with a script that the page loads late. */
const PAGES = [
  { name: 'home page', path: '/', last: 'Quem já ganhou' },
  { name: 'page of a rifa', path: `/rifa/${BIZ}/anonymous`, last: 'Quem já ganhou' },
];

for (const { name, path, last } of PAGES)
  test(`the ${name} stays as it was drawn while its late parts are on their way`, async ({ page }) => {
    await page.addInitScript(noteWhatGoes);
    const release = await holdLateScripts(page, path);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // Shown when the session is known, which draws anew whatever stands on it.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible();
    const heading = page.getByRole('heading', { name: last });
    expect(await isAlive(page, last)).toBe(false);
    await expect(heading).toBeVisible();

    release();
    await expect.poll(() => isAlive(page, last), { timeout: 30_000 }).toBe(true);
    expect(await page.evaluate(() => (window as unknown as Noted).gone)).toEqual([]);
  });

test('a press leads on before the part it is in has come alive', async ({ page }) => {
  const release = await holdLateScripts(page, '/');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('link', { name: 'PARTICIPAR AGORA' }).first().click();
  await expect(page).toHaveURL(/\/rifa\/[\w-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  release();
});

test('a button pressed before its script has come does its work as soon as it has', async ({ page }) => {
  const release = await holdLateScripts(page, '/');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const choices = page.getByRole('button', { name: 'Escolhas de privacidade' });
  await choices.click();
  await expect(choices).toHaveAttribute('data-pressed');
  release();
  await expect(page.getByRole('button', { name: 'Só o necessário' })).toBeVisible();
  await expect(choices).not.toHaveAttribute('data-pressed');
});

test('an address typed before the script has come is signed up as soon as it has', async ({ page }) => {
  const release = await holdLateScripts(page, '/');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByPlaceholder('Digite seu melhor e-mail').fill(newEmail());
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByText('Pronto! Você vai receber nossas novidades.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

interface Noted {
  gone: string[];
}

/** Runs in the page: notes each section that leaves its place once the page has arrived. */
function noteWhatGoes(): void {
  const gone: string[] = [];
  Object.assign(window, { gone });
  document.addEventListener('DOMContentLoaded', () => {
    const observer = new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes)
          if (node instanceof Element && node.matches('section, footer, article'))
            gone.push(node.outerHTML.slice(0, 100));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Keeps back what the page does not name itself. @returns lets it go */
async function holdLateScripts(page: Page, path: string): Promise<() => void> {
  const html = await (await page.request.get(path)).text();
  const named = new Set(html.match(/\/assets\/[\w.~-]+\.js/g));
  const { promise: held, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (!named.has(new URL(route.request().url()).pathname)) await held;
    await route.continue();
  });
  return resolve;
}

/** Whether React has taken over the heading. */
function isAlive(page: Page, heading: string): Promise<boolean> {
  return page
    .getByRole('heading', { name: heading })
    .evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')));
}
