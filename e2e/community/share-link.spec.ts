/** A buyer's personal link: from the share button to a friend's paid order and the sharer's count. */
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../kit/rifas/demo-rifas.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { createBuyer, newCpf, newEmail, newPhone, openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';

test.use({ viewport: { width: 360, height: 740 } });

const shareSection = (page: Page) => page.getByRole('region', { name: 'Conte para os amigos' });

/** Buys in the express sheet and pays. */
async function buy(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Participar ·/ }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Nome completo').fill('Bia Amiga Santos');
  await sheet.getByLabel('Celular com DDD').fill(newPhone());
  await sheet.getByLabel('E-mail').fill(newEmail());
  await sheet.getByLabel('CPF').fill(newCpf());
  await sheet.getByLabel('Data de nascimento').fill('04111992');
  await sheet.getByLabel('Cidade onde você mora').selectOption('Maceió');
  await sheet.getByRole('button', { name: 'Pagar com Pix' }).click();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  await (await opened).getByRole('button', { name: 'Pagar', exact: true }).click();
  await expect(sheet.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' })).toBeFocused();
}

// @covers beyond: a short personal link for each person and rifa; visits and paid orders of friends for the sharer
//   [server/affiliates/shares/follow-share.ts, server/affiliates/shares/find-share.ts]
test('counts visits and paid orders of friends for the sharer, but no link previews', async ({
  page,
  browser,
  request,
}) => {
  const errors = watchForErrors(page);
  const { email } = await createBuyer(page.request);
  await openAs(page, email, `/rifa/${BIZ}`);
  await expect(shareSection(page).getByText('Este link é só seu')).toBeVisible();
  await shareSection(page).getByRole('button', { name: 'Copiar link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/r\/[A-Z0-9]{8}$/);
  await expectPageChecks(page);

  const preview = await request.get(link, {
    headers: { 'user-agent': 'WhatsApp/2.23.20.0', accept: 'text/html' },
  });
  expect(await preview.text()).toContain('og:image');
  // The default user agent of the test browser is that of a robot.
  const friend = await browser.newPage({ userAgent: PHONE, viewport: { width: 360, height: 740 } });
  await friend.goto(link);
  await expect(friend).toHaveURL(new RegExp(`/rifa/${BIZ}`));
  await buy(friend);
  await expect(friend.getByRole('button', { name: 'Contar para os amigos' })).toBeVisible();
  await expect(friend.getByRole('dialog').getByText('Este link é só seu')).toBeVisible();

  await page.reload();
  await expect(shareSection(page).getByText('Pelo seu link: 1 visita e 1 compra paga.')).toBeVisible();
  expect(errors).toEqual([]);
});

interface Shared {
  text: string;
  url: string;
}

// @covers beyond: the phone's share sheet on the page of a rifa, with the personal link
//   [web/app/rifas/detail/share-rifa.tsx]
test('shares the page of a rifa by the share sheet, if the browser has one', async ({ page }) => {
  const errors = watchForErrors(page);
  await page.goto(`/rifa/${BIZ}`);
  await expect(shareSection(page).getByRole('button', { name: 'Copiar link' })).toBeVisible();
  await expect(shareSection(page).getByRole('button', { name: 'Compartilhar' })).toHaveCount(0);

  const shared: Shared[] = [];
  await page.exposeFunction('recordShare', (data: Shared) => void shared.push(data));
  await page.addInitScript(() => {
    const { recordShare } = window as unknown as { recordShare: (data: ShareData) => Promise<void> };
    // The visitor closes the sheet.
    const share = async (data: ShareData) => {
      await recordShare(data);
      throw new DOMException('closed', 'AbortError');
    };
    Object.defineProperty(Navigator.prototype, 'share', { value: share });
  });
  const { email } = await createBuyer(page.request);
  await page.reload();
  await shareSection(page).getByRole('button', { name: 'Compartilhar' }).click();
  await expect.poll(() => shared.length).toBe(1);
  await openAs(page, email, `/rifa/${BIZ}`);
  await expect(shareSection(page).getByText('Este link é só seu')).toBeVisible();
  const button = shareSection(page).getByRole('button', { name: 'Compartilhar' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => shared.length).toBe(2);
  const [publicly, personally] = shared;
  for (const { text } of shared) expect(text).toBe('Olha esta rifa: Honda Biz 125 zero km');
  expect(personally!.url).toMatch(/^http.*\/r\/[A-Z0-9]{8}$/);
  expect(publicly!.url).not.toBe(personally!.url);
  await expectPageChecks(page);
  expect(errors).toEqual([]);
});
