/** The live page of a draw on two phones while the official result arrives and is confirmed. */
import { type Browser, expect, type Page } from '@playwright/test';
import { fetchOfficialResult, openDrawAdmin, readSeal, resultOf } from '../kit/draws/draw-admin.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { openAs } from '../kit/people/people.ts';
import { createSoldOutRifa, prizeFor, reportOfficially } from '../kit/rifas/sold-out-rifa.ts';
import { test } from '../kit/test.ts';

const OTHER_PRIZES = ['51111', '62222', '73333', '84444'];
/** The page polls the draw and the number of viewers at these intervals or longer (ms). */
const POLLS_FROM = 10_000;

const stage = (page: Page) => page.getByRole('region', { name: 'O sorteio', exact: true });
const ownNumbers = (page: Page) => page.getByRole('list', { name: 'Seus números' });
const labelOf = (number: number) => String(number).padStart(4, '0');

test('shows the result on both phones by the event stream only', async ({ browser, request }) => {
  const rifa = await createSoldOutRifa(request, 8);
  const [winner, otherHolder] = [rifa.holders[0]!, rifa.holders[1]!];
  const prizes = [prizeFor(winner.number), ...OTHER_PRIZES];
  const desk = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  const sealed = await readSeal(desk, new RegExp(`^${rifa.title}$`));

  const path = `/resultado/${rifa.id}/ao-vivo`;
  // One of them sees the digits appear one by one.
  const winnerPhone = await openPhone(browser, { path, email: winner.email, reducedMotion: 'no-preference' });
  const otherPhone = await openPhone(browser, { path, email: otherHolder.email, reducedMotion: 'reduce' });
  const phones = [winnerPhone, otherPhone];
  const errors = phones.map(watchForErrors);
  let loads = 0;
  for (const phone of phones) {
    phone.on('load', () => loads++);
    await expect(phone.getByRole('heading', { name: 'Você tem 25 cotas' })).toBeVisible();
    await expect(phone.getByRole('region', { name: 'Contagem até o sorteio' })).toBeVisible();
    await expect(stage(phone)).toBeHidden();
  }

  await reportOfficially(sealed, prizes);
  await fetchOfficialResult(desk, sealed.number);
  await resultOf(desk, sealed.number).getByRole('button', { name: 'Conferi: confirmar' }).click();

  for (const phone of phones) {
    // Each as announced by screen readers and as shown.
    const revealed = prizes.map((prize, index) => `${index + 1}º${prize}${prize}`);
    await expect(stage(phone).getByRole('listitem')).toHaveText(revealed, { timeout: 60_000 });
    await expect(phone.getByRole('heading', { name: 'Quem ganhou' })).toBeVisible();
    const firstPlace = phone.getByRole('listitem').filter({ hasText: '1º lugar · Patinete elétrico' });
    await expect(firstPlace.getByText(labelOf(winner.number), { exact: true })).toBeVisible();
    await expect(phone.getByText(/confere\.$/)).toBeVisible();
    await expectPageChecks(phone);
  }
  const won = winnerPhone.getByRole('listitem').filter({ hasText: /1º lugar$/ });
  await expect(winnerPhone.getByRole('heading', { name: 'Parabéns, você ganhou!' })).toBeVisible();
  await expect(won.getByText(labelOf(winner.number), { exact: true })).toBeVisible();
  await expect(otherPhone.getByRole('heading', { name: 'Você tem 25 cotas' })).toBeVisible();
  // The live region existed before the draw, so that screen readers announce the winner.
  await expect(news(winnerPhone)).toContainText(
    `Parabéns, você ganhou! 1º lugar, com o número ${labelOf(winner.number)}.`,
  );
  await expect(news(otherPhone)).toContainText('Desta vez não foi: nenhuma das suas cotas ganhou.');
  const nearest = await ownNumbers(otherPhone).getByRole('listitem').allInnerTexts();
  expect(nearest).toHaveLength(3);
  expect(otherHolder.numbers.map(labelOf)).toEqual(expect.arrayContaining(nearest));
  expect({ loads, errors: errors.flat() }).toEqual({ loads: 0, errors: [] });
  for (const page of [...phones, desk]) await page.context().close();
});

const news = (phone: Page) =>
  phone.locator('main [aria-live="polite"]', { hasText: 'Sorteio encerrado. 1º lugar: ' });

interface Phone {
  path: string;
  email: string;
  reducedMotion: 'reduce' | 'no-preference';
}

/** A phone that receives changes only by the draw's event stream. */
async function openPhone(browser: Browser, { path, email, reducedMotion }: Phone): Promise<Page> {
  const viewport = { width: 360, height: 740 };
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true, reducedMotion });
  const page = await context.newPage();
  await page.addInitScript((from) => {
    const repeat = window.setInterval;
    window.setInterval = ((run: () => void, ms: number) =>
      ms < from ? repeat(run, ms) : 0) as typeof repeat;
  }, POLLS_FROM);
  // Disables the notification stream, which would also inform a winner.
  await page.route('**/api/notifications/live', () => undefined);
  const rifaId = path.split('/')[2]!;
  // The draw's stream starts with an event.
  const connected = page.waitForResponse((response) => response.url().endsWith(`/api/draws/${rifaId}`));
  await openAs(page, email, path);
  await connected;
  return page;
}
