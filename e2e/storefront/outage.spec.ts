/** A press that the server answers with 503, as during a restart of its database: nothing is lost, and the next one works. */
import { expect } from '@playwright/test';
import { failNext, SHOP_UNAVAILABLE } from '../kit/page/outage.ts';
import { createPerson, fillLogin, PASSWORD } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test('keeps the typed password of a sign-in', async ({ page, request }) => {
  const email = await createPerson(request);
  await page.goto('/auth');
  await failNext(page, 'POST', '/auth/v1/token');
  await fillLogin(page, email, PASSWORD);
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(SHOP_UNAVAILABLE);
  await expect(page.getByLabel('Senha', { exact: true })).toHaveValue(PASSWORD);
  await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
