/** Creating and publishing a rifa without a mouse. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectDraftSaved } from '../../kit/rifas/new-rifa.ts';
import { signInAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

const PHOTO = join(import.meta.dirname, '../../../docs/pictures/home-desktop-light.png');
const MAX_STOPS = 60;

test('creates and publishes a rifa with the keyboard', async ({ page }) => {
  test.slow();
  const title = `Teclado ${randomUUID().slice(0, 8)}`;
  await signInAs(page, 'admin@exemplo.com.br');
  await page.goto('/admin/rifas/nova');
  const source = page.getByLabel('Começar de');
  await tabTo(page, source);
  await page.keyboard.type('Celular');
  await expect(source).toHaveValue('electronics');
  await type(page, page.getByLabel('Título'), title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  await type(page, page.getByLabel('Descrição'), 'Novo e lacrado.');
  // The file dialog belongs to the operating system.
  await page.getByLabel('Escolher imagem da rifa').setInputFiles(PHOTO);
  await press(page, page.getByRole('button', { name: 'Usar esta imagem' }));
  await expect(page.getByText('Trocar imagem')).toBeVisible();
  await openNextStep(page, 'Prêmios');
  await type(page, page.getByLabel('Nome do prêmio'), 'Celular novo');
  await openNextStep(page, 'Cotas e preço');
  await type(page, page.getByLabel('Preço da cota em reais'), '4,50');
  await openNextStep(page, 'Sorteio');
  await openNextStep(page, 'Regulamento');
  await expectDraftSaved(page);
  await openNextStep(page, 'Revisar');
  await press(page, page.getByRole('button', { name: 'Publicar', exact: true }));
  const dialog = page.getByRole('dialog', { name: `Publicar: ${title}` });
  await expect(dialog.getByText('[preencha: …]', { exact: false })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publicar' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await press(page, page.getByRole('link', { name: 'Voltar' }));
  await type(page, page.getByLabel('Regulamento', { exact: false }).last(), 'Participa quem comprou.');
  await expectDraftSaved(page);
  await openNextStep(page, 'Revisar');
  await press(page, page.getByRole('button', { name: 'Publicar', exact: true }));
  await press(page, dialog.getByRole('button', { name: 'Publicar' }));
  await expect(page.getByText('Ativa', { exact: true })).toBeVisible();
});

/** Moves the focus forward until the element has it, as it then has a visible outline. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MAX_STOPS; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}

async function press(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeEnabled();
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Replaces the text of a field. */
async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Opens the next step. Its heading gets the focus, the fields follow. */
async function openNextStep(page: Page, step: string): Promise<void> {
  await press(page, page.getByRole('link', { name: 'Continuar' }));
  await expect(page.getByRole('heading', { level: 2, name: step, exact: true })).toBeFocused();
}
