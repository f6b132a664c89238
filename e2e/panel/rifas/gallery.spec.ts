/** More pictures and a video of a rifa: in the draft, in its preview and on the public page. */
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { scriptWith } from '../../kit/page/module-sizes.ts';
import { createDraft, expectDraftSaved, publishReviewed } from '../../kit/rifas/new-rifa.ts';
import { expectAccessible, expectPageChecks, watchForErrors } from '../../kit/page/page-checks.ts';
import { signInAs } from '../../kit/people/people.ts';
import { test } from '../../kit/test.ts';

const photo = (name: string) => join(import.meta.dirname, `../../../docs/pictures/${name}.png`);

/** Drags a picture to the place of another, by its handle. @param from 0-based */
async function dragPicture(
  page: Page,
  from: number,
  to: number,
  by: 'mouse' | 'touch' = 'mouse',
): Promise<void> {
  const handles = page.getByTitle('Arraste para mudar a ordem');
  const middle = (handles: { x: number; y: number; width: number; height: number }) => ({
    x: handles.x + handles.width / 2,
    y: handles.y + handles.height / 2,
  });
  await handles.nth(1).evaluate((handle) => handle.scrollIntoView({ block: 'center' }));
  const start = middle((await handles.nth(from).boundingBox())!);
  const step = (await handles.nth(1).boundingBox())!.y - (await handles.nth(0).boundingBox())!.y;
  const end = { x: start.x, y: start.y + (to - from) * step };
  const half = { x: start.x, y: (start.y + end.y) / 2 };
  if (by === 'mouse') {
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    for (const { x, y } of [half, end]) await page.mouse.move(x, y);
    await page.mouse.up();
    return;
  }
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (const point of [half, end]) await touch('touchMove', [point]);
  await touch('touchEnd', []);
  await client.send('Emulation.setTouchEmulationEnabled', { enabled: false });
}

// @covers panel: rifas: pictures of the gallery are ordered by dragging, with a mouse or a finger, and by buttons
//   [web/app/ui/form/use-drag-order.ts, web/app/rifas/admin/fields/pictures/gallery-field.tsx]
test('browses the pictures of a rifa and starts its video on request', async ({ page, browser }) => {
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
  await expect(page.getByText('A foto 4 agora é a foto 3 de 4.')).toBeAttached();
  // Dragged by mouse, and back by touch.
  const alts = () =>
    page
      .getByLabel(/^O que a foto \d mostra$/)
      .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  await dragPicture(page, 2, 0);
  await expect(page.getByText('A foto 4 agora é a foto 2 de 4.')).toBeAttached();
  expect(await alts()).toEqual(['Painel', 'Visto de lado', 'Pneu']);
  await dragPicture(page, 0, 2, 'touch');
  await expect(page.getByText('A foto 2 agora é a foto 4 de 4.')).toBeAttached();
  expect(await alts()).toEqual(['Visto de lado', 'Pneu', 'Painel']);
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
  const requests: string[] = [];
  await shop.route(/youtube/, (route) => {
    requests.push(route.request().url());
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<p>Vídeo de teste</p>' });
  });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await shop.route(await scriptWith('app/rifas/detail/gallery.tsx'), async (route) => {
    await released;
    await route.continue();
  });
  await shop.goto(`/rifa/${id}`, { waitUntil: 'domcontentloaded' });
  const next = shop.getByRole('button', { name: 'Próxima foto' });
  const position = shop.getByText(/^Foto \d\/ de 5$/);
  await expect(position).toHaveText('Foto 1/ de 5');
  // Swiped before the gallery's script has loaded.
  await shop
    .getByRole('region', { name: 'Fotos da rifa' })
    .evaluate((row) => row.scrollTo({ left: row.clientWidth }));
  release();
  await expect(position).toHaveText('Foto 2/ de 5');
  await shop.getByRole('button', { name: 'Foto anterior' }).click();
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
  expect(requests).toEqual([]);
  await play.click();
  await expect(
    shop.frameLocator(`iframe[title="Vídeo: ${title}"]`).getByText('Vídeo de teste'),
  ).toBeVisible();
  expect(requests).toHaveLength(1);
  await phone.close();
  expect(errors).toEqual([]);
});
