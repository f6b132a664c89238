/** Live page of a draw: before it, during the show, and with reduced motion. */
import { expect, type Page } from '@playwright/test';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { connectPool } from '@mare/database/connection/connect.ts';
import { BIZ, DRAWN } from '../kit/rifas/demo-rifas.ts';
import { untilHydrated } from '../kit/page/hydration.ts';
import { expectPageChecks, watchForErrors } from '../kit/page/page-checks.ts';
import { openAs } from '../kit/people/people.ts';
import { test } from '../kit/test.ts';

const PERSON = 'maria@exemplo.com.br';
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const winners = (page: Page) => page.getByRole('heading', { name: /^Quem ganhou/ });
const stage = (page: Page) => page.getByRole('region', { name: 'O sorteio' });

test('reveals a draw digit by digit, ends with the winners, and can be skipped and replayed', async ({
  page,
}) => {
  const errors = watchForErrors(page);
  await page.goto(`/resultado/${DRAWN}`);
  const watch = page.getByRole('link', { name: 'Assistir ao sorteio' });
  await untilHydrated(watch);
  await watch.click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Sorteio ao vivo: Máquina de costura/);
  await expect(winners(page)).toBeHidden();
  await expect(stage(page).getByText('ainda não revelado').first()).toBeAttached();
  await expectPageChecks(page);
  const skip = page.getByRole('button', { name: 'Pular para o resultado' });
  await skip.focus();
  await page.keyboard.press('Enter');
  await expect(winners(page)).toBeVisible();
  await expect(stage(page).getByText('ainda não revelado')).toHaveCount(0);
  await expect(page.getByText('o que dá para conferir daqui confere.')).toBeVisible();
  await expectPageChecks(page);
  const again = page.getByRole('button', { name: 'Ver de novo' });
  await expect(again).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(winners(page)).toBeHidden();
  await expect(stage(page).getByText(/extração \d+: \d+, número/)).toBeVisible({ timeout: 30_000 });
  expect(errors).toEqual([]);
});

test('shows the end at once with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/resultado/${DRAWN}/ao-vivo`);
  await expect(winners(page)).toBeVisible();
  await expect(page.getByText(/^Sorteio encerrado\. 1º lugar: /)).toBeAttached();
});

test('tells a winner that she has won once the show is over', async ({ page }) => {
  await openAs(page, PERSON, `/resultado/${DRAWN}/ao-vivo`);
  await expect(page.getByRole('heading', { name: /^Você tem \d+ cotas$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Pular para o resultado' }).click();
  await expect(page.getByRole('heading', { name: 'Parabéns, você ganhou!' })).toBeVisible();
  await expect(page.getByText('2º lugar', { exact: true })).toBeVisible();
  // Screen readers announce it, because the live region was empty before.
  await expect(page.getByText(/^Parabéns, você ganhou! 2º lugar, com o número \d+\.$/)).toBeAttached();
  await expectPageChecks(page);
});

test('counts down, with the visitor’s cotas and the number of viewers', async ({ page, browser }) => {
  await openAs(page, PERSON, `/resultado/${BIZ}/ao-vivo`);
  await expect(page.getByRole('timer')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Você tem \d+ cotas?$/ })).toBeVisible();
  await expect(page.getByText(/^\d+ pessoas? acompanhando$/)).toBeVisible();
  await expectPageChecks(page);
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(new URL(page.url()).href);
  await expect(visitor.getByText(/^\d+ pessoas acompanhando$/)).toBeVisible();
  await visitor.getByRole('link', { name: 'Entre para acompanhar as suas' }).click();
  await expect(visitor).toHaveURL(/\/auth\?voltar=/);
  await visitor.context().close();
});

test('shows a change of the draw as soon as the server sends it, without polling', async ({ page }) => {
  let requests = 0;
  await page.route(`**/api/draws/${BIZ}`, async (route) => {
    requests += 1;
    const response = await route.fetch();
    const audit = (await response.json()) as DrawAudit;
    await route.fulfill({ response, json: { ...audit, rifa: { ...audit.rifa, title: 'Moto de ontem' } } });
  });
  await page.goto(`/resultado/${BIZ}/ao-vivo`);
  // The stream starts with an event that makes the page read.
  await expect(page.getByText('Moto de ontem').first()).toBeVisible();
  const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 1 });
  await pool.query(`select pg_notify('draws', $1)`, [BIZ]);
  await pool.end();
  await expect(page.getByText('Moto de ontem')).toHaveCount(0);
  await expect(page.getByText('Honda Biz').first()).toBeVisible();
  expect(requests).toBe(1);
});
