/**
 * A phone with a wrong clock: times follow the server, and the person stays signed in. A phone in another time
 * zone: the page of a rifa shows the draw's time in that zone.
 */
import { expect } from '@playwright/test';
import { countdown } from '@mare/domain/rifas/lifecycle/countdown.ts';
import { createBuyer, signIn } from '../../kit/people/people.ts';
import { BIZ } from '../../kit/rifas/demo-rifas.ts';
import { test } from '../../kit/test.ts';

const HOUR_MS = 3_600_000;

for (const hours of [60, 3, -3])
  // @covers beyond: on a phone whose clock is wrong, countdowns follow the server, and a session lives as long as elsewhere
  //   [web/app/ui/server-clock.ts, web/app/session/auth-transport.ts]
  test(`buys with a clock that is ${Math.abs(hours)} hours ${hours > 0 ? 'ahead' : 'behind'}`, async ({
    page,
  }) => {
    const { email } = await createBuyer(page.request);
    const refreshed: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshed.push(request.url());
    });
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    await page.goto('/');
    await expect(page.getByText(/dias restantes/).first()).toBeVisible();
    await expect(page.getByText('Encerrada', { exact: true })).toHaveCount(0);

    await signIn(page, email, `/rifa/${BIZ}`);
    const rifa = (await (await page.request.get(`/api/rifas/${BIZ}`)).json()) as { drawDate: string };
    await expect(async () => {
      const { days, hours: hoursLeft } = countdown(new Date(rifa.drawDate), new Date());
      const label = `Sorteio em: ${days} dias, ${hoursLeft} horas e `;
      await expect(page.getByRole('timer').first()).toHaveAttribute('aria-label', new RegExp(`^${label}`));
    }).toPass();

    await page.getByRole('button', { name: /^Participar · / }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('button', { name: 'Pagar com Pix' }).click();
    await expect(sheet.getByRole('timer')).toHaveText(/ 1[45]:\d\d$/);
    await page.goto('/dashboard');
    const waiting = page.getByRole('link', { name: /^Seu Pix está esperando: 1[345]:/ });
    await expect(waiting).toBeVisible();
    await page.reload();
    await expect(waiting).toBeVisible();
    expect(refreshed.length).toBeLessThanOrEqual(1);
  });

test.describe('in Manaus', () => {
  test.use({ timezoneId: 'America/Manaus' });

  test('shows the local time of the draw, an hour before Brasília', async ({ page }) => {
    await page.goto(`/rifa/${BIZ}`);
    const note = page.getByText(/^Horários de Brasília\. No seu aparelho, o sorteio é .+, 18:00\.$/);
    await expect(note).toBeVisible();
  });
});

test('does not name a time zone in Maceió', async ({ page }) => {
  await page.goto(`/rifa/${BIZ}`);
  await expect(page.getByText(/^Vendas até/).first()).toBeVisible();
  await expect(page.getByText(/Horários de Brasília/)).toHaveCount(0);
});
