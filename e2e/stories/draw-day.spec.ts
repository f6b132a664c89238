/** A draw day: the lottery skips the sealed number, its own source is late, and a typed result turns out wrong. */
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { saveAnswers } from '../../server/draws/archive/archive.queries.ts';
import {
  confirmResult,
  openDrawAdmin,
  readSeal,
  resultOf,
  rifaToDraw,
  typeResult,
} from '../kit/draw-admin.ts';
import { createRifa, extractionAhead } from '../kit/new-rifa.ts';
import { createBuyer, openAs } from '../kit/people.ts';
import { placeOrder } from '../kit/purchases.ts';
import { payByPix, readOrder } from '../kit/sandbox.ts';
import { expectStoryHolds } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const COTAS = 100;
const PART = 25;
const BUYERS = 4;

test('draws again by the official result when the typed one was wrong', async ({
  page,
  browser,
  request,
}, info) => {
  // Far ahead: the archive of this story tells other rifas nothing about their extractions.
  const rifa = await createRifa(request, {
    totalNumbers: COTAS,
    drawDate: await extractionAhead(request, 6),
  });
  const buyers = await sellOut(request, rifa.id);
  const [typedWinner, officialWinner] = [buyers[0]!, buyers[1]!];
  const title = new RegExp(`^${rifa.title}$`);
  const desk = await openDrawAdmin(browser, 'admin@exemplo.com.br');
  const sealed = await readSeal(desk, title);

  // The official source names a higher number on the sealed day, without prizes so far.
  const instead = { number: sealed.number + 1, day: sealed.day };
  await reportOfficially(instead, null);
  await desk.reload();
  await expect(rifaToDraw(desk, title).getByText(`Esperando a extração ${instead.number}`)).toBeVisible();
  await typeResult(desk, instead, prizeFor(typedWinner.number));
  await confirmResult(browser, instead.number);

  await openAs(page, typedWinner.email, `/resultado/${rifa.id}`);
  await expectDrawn(page, typedWinner.number);
  await expect(
    page.getByText(new RegExp(`A loteria pulou a extração ${sealed.number}`)).first(),
  ).toBeVisible();
  await expect(page.getByText('Digitado por duas pessoas; fonte oficial ainda não confirmou')).toBeVisible();

  // The official prizes are others: they count, and everyone reads why the draw was repeated.
  await reportOfficially(instead, [prizeFor(officialWinner.number), '51111', '62222', '73333', '84444']);
  await desk.reload();
  await desk.getByLabel('Número da extração').fill(String(instead.number));
  await desk.getByRole('button', { name: 'Buscar no serviço oficial' }).click();
  await expect(resultOf(desk, instead.number).filter({ hasText: 'Substituído' })).toBeVisible();
  await expectDrawn(page, officialWinner.number);
  await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
  await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();
  await expect(page.getByText('Digitado por duas pessoas')).toHaveCount(0);

  const winner = await (await browser.newContext()).newPage();
  await openAs(winner, officialWinner.email, '/meus-premios');
  await expect(winner.getByRole('heading', { name: 'Patinete elétrico' })).toBeVisible();
  await page.goto('/meus-premios');
  await expect(page.getByRole('heading', { name: 'Patinete elétrico' })).toHaveCount(0);
  await winner.context().close();
  await desk.context().close();
  await expectStoryHolds({ request, info, rifas: [rifa.id] });
});

interface Buyer {
  email: string;
  /** One of the buyer's numbers. */
  number: number;
}

async function sellOut(request: APIRequestContext, rifaId: string): Promise<Buyer[]> {
  const buyers: Buyer[] = [];
  for (let each = 0; each < BUYERS; each++) {
    const buyer = await createBuyer(request);
    const reference = await placeOrder({ request }, { ...buyer, rifaId, quantity: PART, price: 2 });
    await payByPix(request, reference);
    const { items } = await readOrder(request, reference);
    buyers.push({ email: buyer.email, number: items[0]!.selectedNumbers[0]! });
  }
  return buyers;
}

/** A first prize whose last two digits are the number. */
const prizeFor = (number: number) => `123${String(number % COTAS).padStart(2, '0')}`;

/** What the shop's fetches find at the official source, which the demonstration simulates. */
async function reportOfficially(
  { number, day }: { number: number; day: string },
  prizes: string[] | null,
): Promise<void> {
  const body = prizes
    ? officialBody({ extraction: number, prizes }, day)
    : JSON.stringify({ numero: number });
  const pool = connectPool({ url: process.env.E2E_DATABASE!, max: 1 });
  try {
    await saveAnswers(
      connectKysely(pool),
      [
        {
          number,
          date: day,
          prizes,
          source: 'official',
          next: null,
          rawBody: body,
          rawHash: sha256Hex(body),
          url: `demo:loteria-federal/${number}`,
        },
      ],
      new Date(),
    );
  } finally {
    await pool.end();
  }
}

async function expectDrawn(page: Page, number: number): Promise<void> {
  const cota = String(number).padStart(4, '0');
  await expect(async () => {
    await page.reload();
    const winner = page.getByRole('listitem').filter({ hasText: '1º lugar' }).first();
    await expect(winner.getByText(cota)).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
}
