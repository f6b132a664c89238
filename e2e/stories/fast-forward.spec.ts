/** A draw in the demonstration: a visitor buys, advances the clock, and verifies the draw with her numbers. */
import { expect } from '@playwright/test';
import { startTestSite } from '../../tools/kit/test-site.mjs';
import { createRifa, extractionAhead } from '../kit/rifas/new-rifa.ts';
import { expectAccessible, expectPageChecks } from '../kit/page/page-checks.ts';
import { createBuyer, signInAs } from '../kit/people/people.ts';
import { payInSandbox, placeOrder } from '../kit/payments/purchases.ts';
import { readOrder } from '../kit/payments/sandbox.ts';
import { expectStoryConsistent } from '../kit/story-end.ts';
import { test } from '../kit/test.ts';

const QUANTITY = 5;

test('advances the demonstration to a draw that a buyer verifies', async ({ browser }, info) => {
  test.slow();
  // A separate shop, because other tests buy on the shared site and need its clock.
  const site = await startTestSite();
  const context = await browser.newContext({ baseURL: site.url });
  const { request } = context;
  try {
    const rifa = await createRifa(request, {
      totalNumbers: 100,
      drawDate: await extractionAhead(request, 1),
    });
    const page = await context.newPage();
    const buyer = await createBuyer(request);
    const order = { ...buyer, rifaId: rifa.id, price: 2 };
    const reference = await placeOrder(page, { ...order, quantity: QUANTITY });
    await signInAs(page, buyer.email);
    await page.goto(`/pedido/${reference}`);
    await payInSandbox(page);
    const numbers = (await readOrder(request, reference)).items[0]!.selectedNumbers;
    // An unpaid reservation does not delay the draw.
    await placeOrder(page, { ...order, quantity: 1 });

    await page.goto(`/demonstracao?pedido=${reference}`);
    await expectAccessible(page);
    await page.getByRole('button', { name: `Avançar até o sorteio de ${rifa.title}` }).click();
    const steps = page.getByRole('log').getByRole('listitem');
    await expect(page.getByText('Pronto: o sorteio pode ser conferido')).toBeVisible({ timeout: 120_000 });
    for (const step of [
      `As vendas de “${rifa.title}” terminaram`,
      `A lista foi congelada e publicada, com ${QUANTITY} cotas`,
      'O lacre entrou no registro público',
      'A loteria simulada publicou a extração',
      'Rita Mendonça, a segunda pessoa da administração, conferiu e confirmou',
      `“${rifa.title}” foi sorteada. 1º lugar: Rita L.`,
      `Quem ganhou “${rifa.title}” foi avisado`,
    ])
      await expect(steps.filter({ hasText: step }).first()).toBeVisible();
    await expectAccessible(page);

    // All sold cotas are hers, so one of them has won.
    await page.getByRole('link', { name: 'Conferir o sorteio' }).last().click();
    await page.getByRole('button', { name: 'Refazer o sorteio agora' }).click();
    await expect(page.getByText('O que pôde ser conferido confere.')).toBeVisible();
    const won = page.getByRole('listitem').filter({ hasText: '1º lugar' }).first();
    await expect(won).toContainText(new RegExp(numbers.map(pad).join('|')));
    await expectPageChecks(page);
    await page.goto('/meus-premios');
    await expect(page.getByRole('heading', { name: 'Patinete elétrico' })).toBeVisible();

    const again = await request.post('/demonstracao', { form: { rifa: rifa.id } });
    expect(again.status()).toBe(404);
    await expectStoryConsistent({ request, info, rifas: [rifa.id], database: site.database });
  } finally {
    await context.close();
    await site.stop();
  }
});

const pad = (number: number) => String(number).padStart(4, '0');
