/** A draw day: the lottery skips the sealed number, the official source is late, and a typed result is wrong. */
import { expect, type Page } from '@playwright/test';
import {
  confirmResult,
  fetchOfficialResult,
  openDrawAdmin,
  readSeal,
  resultOf,
  rifaToDraw,
  typeResult,
} from '../kit/draws/draw-admin.ts';
import { openAs } from '../kit/people/people.ts';
import { createSoldOutRifa, prizeFor, reportOfficially } from '../kit/rifas/sold-out-rifa.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

test('draws again by the official result when the typed one was wrong', async ({
  page,
  browser,
  request,
}, info) => {
  const rifa = await createSoldOutRifa(request, 6);
  const [typedWinner, officialWinner] = [rifa.holders[0]!, rifa.holders[1]!];
  const title = new RegExp(`^${rifa.title}$`);
  const desk = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  const sealed = await readSeal(desk, title);

  // The official source reports a higher number on the sealed day, without prizes so far.
  const laterExtraction = { number: sealed.number + 1, day: sealed.day };
  await reportOfficially(laterExtraction, null);
  await desk.reload();
  await expect(
    rifaToDraw(desk, title).getByText(`Esperando a extração ${laterExtraction.number}`),
  ).toBeVisible();
  await expectNotToBeCancelled(desk, rifa.id);
  await typeResult(desk, laterExtraction, prizeFor(typedWinner.number));
  await confirmResult(browser, laterExtraction.number);

  await openAs(page, typedWinner.email, `/resultado/${rifa.id}`);
  await expectDrawn(page, typedWinner.number);
  await expect(
    page.getByText(new RegExp(`A loteria pulou a extração ${sealed.number}`)).first(),
  ).toBeVisible();
  await expect(page.getByText('Digitado por duas pessoas; fonte oficial ainda não confirmou')).toBeVisible();
  await expect(page.getByText('sem a espera de dois dias pela fonte oficial')).toBeVisible();

  // The official prizes differ: they decide, and the site shows why the draw was repeated.
  await reportOfficially(laterExtraction, [
    prizeFor(officialWinner.number),
    '51111',
    '62222',
    '73333',
    '84444',
  ]);
  await desk.reload();
  await fetchOfficialResult(desk, laterExtraction.number);
  await expect(resultOf(desk, laterExtraction.number).filter({ hasText: 'Substituído' })).toBeVisible();
  await expectDrawn(page, officialWinner.number);
  await expect(page.getByText(/^O sorteio foi refeito em .*o resultado digitado era outro/)).toBeVisible();
  await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
  await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();
  await expect(page.getByText('Digitado por duas pessoas')).toHaveCount(0);

  const winner = await (await browser.newContext()).newPage();
  await openAs(winner, officialWinner.email, '/meus-premios');
  await expect(winner.getByRole('heading', { name: 'Patinete elétrico' })).toBeVisible();
  await page.goto('/meus-premios');
  await expect(page.getByRole('heading', { name: 'Patinete elétrico não é seu' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Patinete elétrico', exact: true })).toHaveCount(0);
  await winner.context().close();
  await desk.context().close();
  await expectStoryConsistent({ request, info, rifas: [rifa.id] });
});

/** After the extraction, the panel shows it and offers no action that the server rejects. */
async function expectNotToBeCancelled(desk: Page, rifaId: string): Promise<void> {
  await desk.goto(`/admin/rifas/${rifaId}`);
  await expect(desk.getByText('Não dá mais para cancelar')).toBeVisible();
  await expect(desk.getByRole('button', { name: 'Cancelar rifa' })).toHaveCount(0);
  await desk.goto('/admin/sorteios');
}

async function expectDrawn(page: Page, number: number): Promise<void> {
  const cota = String(number).padStart(4, '0');
  await expect(async () => {
    await page.reload();
    const winner = page.getByRole('listitem').filter({ hasText: '1º lugar' }).first();
    await expect(winner.getByText(cota)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}
