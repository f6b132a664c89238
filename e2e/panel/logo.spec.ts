/** Configurações: the shop's logo, as the header and the mails show it. */
import { expect } from '@playwright/test';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const SIZE = { width: 320, height: 80 };

// @covers panel: settings: the shop's logo in its header, and in the preview of links [web/app/settings/admin/logo-form.tsx, web/app/ui/style/logo.tsx]
test('replaces the name in the header by an uploaded logo until it is removed', async ({ page, browser }) => {
  const errors = watchForErrors(page);
  await openAs(page, 'admin@exemplo.com.br', '/admin/settings');
  const field = page.getByRole('region', { name: 'Logo largo' });
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300"/>';
  await field
    .getByLabel('Enviar: Logo largo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(svg) });
  await expect(page.getByText(/imagem/i).first()).toBeVisible();
  await expect(field.getByRole('img')).toHaveCount(0);

  const buffer = await page.screenshot({ clip: { x: 0, y: 0, ...SIZE } });
  await field
    .getByLabel('Enviar: Logo largo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await expect(field.getByRole('img', { name: 'Logo largo no tema claro' })).toBeVisible();
  // Next to the bell and the account menu.
  await page.reload();
  await expect(field.getByRole('img', { name: 'Logo largo no tema claro' })).toBeVisible();
  await expectPageChecks(page);
  await expect(page.locator('meta[property="og:image"]')).toHaveCount(0);
  const home = await page.request.get('/');
  const preview = /property="og:image" content="([^"]+)"/.exec(await home.text())![1]!;
  expect(preview).toContain('/og/loja.png?logo=');
  expect((await page.request.get(preview)).headers()['content-type']).toBe('image/png');

  for (const width of [360, 1280]) {
    const visitor = await browser.newContext({ viewport: { width, height: 740 } });
    const shop = await visitor.newPage();
    const shopErrors = watchForErrors(shop);
    await shop.goto('/');
    const logo = shop
      .getByRole('banner')
      .getByRole('link', { name: /página inicial/ })
      .locator('img');
    await expect(logo).toHaveJSProperty('complete', true);
    await expect(logo).toHaveJSProperty('naturalWidth', SIZE.width);
    await expectPageChecks(shop);
    expect(shopErrors).toEqual([]);
    await visitor.close();
  }

  await field.getByRole('button', { name: 'Tirar: Logo largo' }).click();
  await expect(field.getByText('Nenhum ainda', { exact: false })).toBeVisible();
  await page.goto('/');
  await expect(page.getByRole('banner').getByText('Maré da Sorte')).toBeVisible();
  expect(await (await page.request.get('/')).text()).toContain('/icons/share.png');
  // The rejected file.
  expect(
    errors.filter((error) => !error.includes('422') && !error.includes('400') && !error.includes('409')),
  ).toEqual([]);
});
