/** A page hydrates in parts. Until then its server-rendered HTML stays in place and answers clicks. */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { firstScripts } from '../kit/page/first-scripts.ts';
import { isHydrated, untilHydrated } from '../kit/page/hydration.ts';
import { scriptWith } from '../kit/page/module-sizes.ts';
import { createPerson, newEmail, PASSWORD, signInAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

/** `last` is in a part whose script loads late. */
const PAGES = [
  { name: 'home page', path: '/', last: 'Quem já ganhou' },
  { name: 'page of a rifa', path: `/rifa/${BIZ}/anonymous`, last: 'Quem já ganhou' },
];

for (const { name, path, last } of PAGES)
  test(`keeps the server-rendered HTML of the ${name} while late parts load`, async ({ page }) => {
    await page.addInitScript(recordRemovedSections);
    const release = await delayLateScripts(page, path);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    // Shown once the session is known, which re-renders dependent parts.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Entrar' })).toBeVisible();
    const heading = page.getByRole('heading', { name: last });
    expect(await isHeadingHydrated(page, last)).toBe(false);
    await expect(heading).toBeVisible();

    release();
    await expect.poll(() => isHeadingHydrated(page, last), { timeout: 30_000 }).toBe(true);
    expect(await page.evaluate(() => (window as unknown as Recorded).removed)).toEqual([]);
  });

test('follows a link before its part of the page is hydrated', async ({ page }) => {
  const release = await delayLateScripts(page, '/');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByRole('link', { name: 'PARTICIPAR AGORA' }).first().click();
  await expect(page).toHaveURL(/\/rifa\/[\w-]{36}/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  release();
});

// @covers beyond: a click on a button that is not hydrated yet is replayed once it is
//   [web/app/document/pre-hydration-clicks.ts]
test('replays a click on a button that was not hydrated yet', async ({ page }) => {
  const release = await delayLateScripts(page, '/');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const choices = page.getByRole('button', { name: 'Escolhas de privacidade' });
  await choices.click();
  await expect(choices).toHaveAttribute('data-pressed');
  release();
  await expect(page.getByRole('button', { name: 'Só o necessário' })).toBeVisible();
  await expect(choices).not.toHaveAttribute('data-pressed');
});

test('chooses a plan before the query cache has loaded', async ({ page }) => {
  await page.route(await scriptWith('app/fetching/browser-query-client.ts'), (route) => route.abort());
  await page.goto(`/rifa/${BIZ}/anonymous`);
  await page.getByText('Bronze', { exact: true }).click();
  await expect(page.getByRole('button', { name: 'Adicionar ao Carrinho' })).toBeEnabled();
});

test('counts a quantity typed before hydration', async ({ page }) => {
  const path = `/rifa/${BIZ}/anonymous`;
  const release = await delayLateScripts(page, path);
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.getByRole('textbox', { name: 'Quantidade de cotas' }).fill('5');
  const add = page.getByRole('button', { name: 'Adicionar ao Carrinho' });
  await expect(add).toBeDisabled();
  release();
  await expect(add).toBeEnabled();
  await add.click();
  await expect(page.getByText('5 números adicionados com sucesso.')).toBeVisible();
});

test('submits an e-mail address typed before hydration', async ({ page }) => {
  const release = await delayLateScripts(page, '/');
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.getByPlaceholder('Digite seu melhor e-mail').fill(newEmail());
  await page.keyboard.press('Enter');
  release();
  await expect(page.getByText('Pronto! Você vai receber nossas novidades.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

// @covers beyond: the sign-in form is in the page before its scripts [web/app/accounts/sign-in/auth-view.tsx]
test('signs in with the e-mail and password typed before hydration', async ({ page, request }) => {
  const email = await createPerson(request);
  const release = await delayLateScripts(page, '/auth');
  await page.goto('/auth', { waitUntil: 'domcontentloaded' });
  const main = page.getByRole('main');
  await main.getByLabel('E-mail').fill(email);
  await main.getByLabel('Senha', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('takes the e-mail typed before hydration to the forgotten password', async ({ page }) => {
  const email = newEmail();
  const release = await delayLateScripts(page, '/auth');
  await page.goto('/auth', { waitUntil: 'domcontentloaded' });
  await page.getByRole('main').getByLabel('E-mail').fill(email);
  release();
  const forgotten = page.getByRole('link', { name: 'Esqueci minha senha' });
  await untilHydrated(forgotten);
  await forgotten.click();
  await expect(page.getByRole('heading', { name: 'Esqueceu a senha?' })).toBeVisible();
  await expect(page.getByRole('main').getByLabel('E-mail')).toHaveValue(email);
});

test('shows a signed-in person no sign-in form while the session loads', async ({ page, request }) => {
  await signInAs(page, await createPerson(request));
  const release = await delayLateScripts(page, '/auth');
  await page.goto('/auth', { waitUntil: 'domcontentloaded' });
  const main = page.locator('#conteudo');
  await expect(main.getByLabel('E-mail')).toBeAttached();
  await expect(main.getByLabel('E-mail')).toBeHidden();
  await expect(page.getByText('Carregando...')).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/dashboard$/);
});

interface Recorded {
  removed: string[];
}

/** Runs in the page: records each section removed after the document was parsed. */
function recordRemovedSections(): void {
  const removed: string[] = [];
  Object.assign(window, { removed });
  document.addEventListener('DOMContentLoaded', () => {
    const observer = new MutationObserver((changes) => {
      for (const { removedNodes } of changes)
        for (const node of removedNodes)
          if (node instanceof Element && node.matches('section, footer, article'))
            removed.push(node.outerHTML.slice(0, 100));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

/** Delays the scripts that the page does not name in its HTML. @returns a function that releases them */
async function delayLateScripts(page: Page, path: string): Promise<() => void> {
  const html = await (await page.request.get(path)).text();
  const named = firstScripts(html);
  const { promise: released, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    if (!named.has(new URL(route.request().url()).pathname)) await released;
    await route.continue();
  });
  return resolve;
}

function isHeadingHydrated(page: Page, name: string): Promise<boolean> {
  return page.getByRole('heading', { name }).evaluate(isHydrated);
}
