/** Consent: requested at the first visit, stored in browser and account, respected by measurement. */
import { expect } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { mostRestyledElements } from '../kit/page/restyled-elements.ts';
import { bearerOf, createColleague, createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test.use({ hasConsent: false });

// @covers storefront 3: consent to measurement and reminders is asked for, stored with time and text, and can be
//   changed: 'Só o necessário', 'Escolher', 'Salvar escolhas', 'Escolhas de privacidade'
//   [web/app/personalization/consent/consent-panel.tsx, server/personalization/consent/save-consent.ts]
test('stores a consent choice, changes it and copies it to the account', async ({ page, request }) => {
  const errors = watchForErrors(page);
  const panel = page.getByRole('region', { name: 'A sua privacidade' });
  await page.goto('/como-participar');
  await expect(panel.getByRole('button', { name: 'Só o necessário' })).toBeVisible();
  await expectPageChecks(page);
  await panel.getByRole('button', { name: 'Escolher' }).click();
  await expect(panel.getByLabel('Medição')).not.toBeChecked();
  await panel.getByLabel('Medição').check();
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Salvar escolhas' }).press('Enter');
  await expect(panel).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await openAs(page, await createPerson(request), '/minha-conta');
  await expect(page.getByText(/você permite medição\./)).toBeVisible();
  await expect(panel).toBeHidden();
  const beacon = page.waitForRequest('**/api/interactions');
  await page.goto('/ranking');
  expect((await beacon).method()).toBe('POST');

  await page.getByRole('button', { name: 'Escolhas de privacidade' }).press('Enter');
  await expect(panel.getByLabel('Medição')).toBeChecked();
  await panel.getByRole('button', { name: 'Só o necessário' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Escolhas de privacidade' })).toBeFocused();
  await page.goto('/minha-conta');
  await expect(page.getByText(/: só o necessário\./)).toBeVisible();
  expect(errors).toEqual([]);
});

// @covers storefront 3: customer_interactions: user_id, type, data, source web; batched, bounded, only with leave
test('overrides a choice made before sign-in by a consent declined in the account', async ({
  page,
  request,
}) => {
  const panel = page.getByRole('region', { name: 'A sua privacidade' });
  const email = await createPerson(request);
  const refused = await request.put('/api/me/consent', {
    headers: await bearerOf(request, email),
    data: { measurement: false, marketing: false, textVersion: 1 },
  });
  expect(refused.ok(), await refused.text()).toBe(true);
  await page.goto('/como-participar');
  await panel.getByRole('button', { name: 'Aceitar tudo' }).click();
  await expect(panel).toBeHidden();
  await openAs(page, email, '/minha-conta');
  await expect(page.getByText(/: só o necessário\./)).toBeVisible();
  await expect(panel).toBeHidden();
});

test('asks for consent on the storefront, not in the admin panel', async ({ page, request }) => {
  const panel = page.getByRole('region', { name: 'A sua privacidade' });
  await openAs(page, await createColleague(request, 'support'), '/admin/support');
  await expect(page.getByRole('heading', { level: 1, name: 'Atendimento' })).toBeVisible();
  await expect(panel).toBeHidden();
  await page.getByRole('link', { name: /página inicial/ }).click();
  await expect(panel).toBeVisible();
});

test('never covers the buy button on a small phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/rifa/${BIZ}/anonymous`);
  const panel = page.getByRole('region', { name: 'A sua privacidade' });
  const buyButton = page.getByRole('button', { name: 'Adicionar ao Carrinho' });
  await expect(panel).toBeVisible();
  await page.getByText('Bronze', { exact: true }).click();
  await expect(buyButton).toBeEnabled();
  // Scrolls to where the button becomes sticky.
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded();
  await page.getByText('Bronze', { exact: true }).scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      const [bar, button] = [await panel.boundingBox(), await buyButton.boundingBox()];
      return bar && button && button.y > 0 && button.y + button.height <= bar.y;
    })
    .toBe(true);
  await buyButton.click();
  await expect(page.getByRole('dialog', { name: 'Carrinho' })).toBeVisible();
});

// Recalculating the style of a whole page takes a fifth of a second on a cheap phone.
test('restyles only a small part of the page when the consent panel closes', async ({ page, browser }) => {
  await page.goto('/');
  const panel = page.getByRole('region', { name: 'A sua privacidade' });
  await expect(panel).toBeVisible();
  const elements = await page.locator('*').count();
  const restyled = await mostRestyledElements(browser, page, async () => {
    await panel.getByRole('button', { name: 'Só o necessário' }).click();
    await expect(panel).toBeHidden();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  });
  expect(restyled).toBeLessThan(elements / 4);
});
