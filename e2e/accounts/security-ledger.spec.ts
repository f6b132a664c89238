/** The owner reads the security ledger, and undoes a change by the mailed link while signed out. */
import { expect } from '@playwright/test';
import { linkIn } from '../kit/people/mailbox.ts';
import { expectPageChecks } from '../kit/page/page-checks.ts';
import { createPerson, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('lists a changed Pix key and undoes it by the mailed link', async ({ page, browser, request }) => {
  const email = await createPerson(request);
  await openAs(page, email, '/afiliado');
  await expect(page.getByLabel('Sua chave Pix')).toBeVisible();
  await page.getByLabel('Sua chave Pix').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('@exemplo.com.br', { exact: false }).last()).toBeVisible();
  await page.goto('/minha-conta/seguranca');
  const history = page.getByRole('region', { name: 'O que aconteceu na sua conta' });
  await expect(history.getByText('Chave Pix das comissões alterada')).toBeVisible();
  await expectPageChecks(page);

  const link = await linkIn(email, 'Sua chave Pix foi alterada', /https?:\/\/\S+desfazer-mudanca#\S+/);
  const owner = await (await browser.newContext()).newPage();
  await owner.goto(link);
  await expect(owner.getByRole('heading', { name: 'Não foi você?' })).toBeVisible();
  await expectPageChecks(owner);
  await owner.getByRole('button', { name: 'Desfazer a mudança' }).press('Enter');
  await expect(owner.getByRole('heading', { name: 'Mudança desfeita' })).toBeVisible();
  await expectPageChecks(owner);
  await expect(owner.getByRole('link', { name: 'Digitar o código' })).toBeVisible();
  await owner.reload();
  await owner.getByRole('button', { name: 'Desfazer a mudança' }).click();
  await expect(owner.getByText('Esta mudança já foi desfeita.')).toBeVisible();
  await owner.context().close();
});
