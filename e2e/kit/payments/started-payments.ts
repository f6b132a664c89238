/** Orders of ten cotas whose payment has started. */
import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { BIZ } from '../rifas/demo-rifas.ts';
import { bearerOf, createBuyer } from '../people/people.ts';

export interface StartedPayment {
  external_reference: string;
  sandbox_init_point: string;
}

/** Price of ten cotas. */
export const AMOUNT = /R\$\s5,00/;

/** Orders ten cotas, as a new buyer by default, without putting the buyer's session into the page. */
export async function startPayment(page: Page, buyer?: string): Promise<StartedPayment> {
  const email = buyer ?? (await createBuyer(page.request)).email;
  const response = await page.request.post('/api/checkout/payments', {
    headers: { ...(await bearerOf(page.request, email)), 'idempotency-key': randomUUID() },
    data: {
      items: [{ title: 'Biz', quantity: 10, price: 0.5, selected_numbers: [], rifaId: BIZ }],
      customerInfo: { name: 'Maria Silva', email },
    },
  });
  expect(response.ok(), await response.text()).toBe(true);
  return (await response.json()) as StartedPayment;
}

/** Opens the order page with its Pix code. @returns the sandbox's page of the payment */
export async function openPix(page: Page, reference: string): Promise<Page> {
  await page.goto(`/pedido/${reference}`);
  await page.getByRole('button', { name: 'Gerar código Pix' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^Pague .* por Pix/ })).toBeFocused();
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Simular pagamento' }).click();
  return opened;
}

export const paid = (page: Page) => page.getByRole('heading', { name: 'Pagamento confirmado. Boa sorte!' });
export const paymentIdOf = (sandbox: Page) => /\/payments\/(\d+)\//.exec(sandbox.url())![1]!;
