/** More pictures and a video of a rifa: in the draft, in its preview and on the public page. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createDraft, expectDraftSaved, publishReviewed } from '../kit/new-rifa.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../kit/page-checks.ts';
import { signInAs } from '../kit/people.ts';
import { test } from '../kit/test.ts';

const photo = (name: string) => join(import.meta.dirname, `../../docs/pictures/${name}.png`);

test('leafs through the pictures of a rifa and starts its video on request', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  await signInAs(page, 'admin@exemplo.com.br');
  const { id, title } = await createDraft(page.request);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`/admin/rifas/${id}?passo=o-que-e`);
  for (const [number, alt, file] of [
    [2, 'Visto de lado', 'home-desktop-light'],
    [3, 'Painel', 'order-desktop-dark'],
    [4, 'Pneu', 'rifa-phone-dark'],
  ] as const) {
    await page.getByLabel('Adicionar foto').setInputFiles(photo(file));
    await page.getByRole('button', { name: 'Usar esta imagem' }).click();
    await page.getByLabel(`O que a foto ${number} mostra`).fill(alt);
  }
  await page.getByRole('button', { name: 'Subir foto 4' }).click();
  await expect(page.getByLabel('O que a foto 3 mostra')).toHaveValue('Pneu');
  await page.getByRole('button', { name: 'Tirar', exact: true }).first().click();
  await expect(page.getByLabel('O que a foto 2 mostra')).toHaveValue('Pneu');
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await expect(page.getByLabel('O que a foto 2 mostra')).toHaveValue('Visto de lado');
  const video = page.getByLabel('Vídeo (opcional)');
  await video.fill('https://exemplo.com.br/video.mp4');
  await expect(page.getByText('Ainda não salvo: confira o link do vídeo.')).toBeVisible();
  await video.fill('https://youtu.be/dQw4w9WgXcQ');
  await expectDraftSaved(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await publishReviewed(page);

  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const shop = await phone.newPage();
  const asked: string[] = [];
  await shop.route(/youtube/, (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>Vídeo de teste</p>' });
  });
  await shop.goto(`/rifa/${id}`);
  const next = shop.getByRole('button', { name: 'Próxima foto' });
  const position = shop.getByText(/^Foto \d\/ de 5$/);
  await expect(position).toHaveText('Foto 1/ de 5');
  await next.click();
  await expect(position).toHaveText('Foto 2/ de 5');
  await expect(shop.getByRole('img', { name: 'Visto de lado' })).toBeInViewport();
  await shop.keyboard.press('ArrowRight');
  await expect(shop.getByRole('img', { name: 'Pneu' })).toBeInViewport();
  await shop.keyboard.press('ArrowLeft');
  await expect(position).toHaveText('Foto 2/ de 5');
  await expectPageChecks(shop);
  const play = shop.getByRole('button', { name: 'Assistir ao vídeo' });
  await play.scrollIntoViewIfNeeded();
  expect(asked).toEqual([]);
  await play.click();
  await expect(
    shop.frameLocator(`iframe[title="Vídeo: ${title}"]`).getByText('Vídeo de teste'),
  ).toBeVisible();
  expect(asked).toHaveLength(1);
  await phone.close();
  expect(errors).toEqual([]);
});
