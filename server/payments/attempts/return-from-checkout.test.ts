import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeOrder } from './ending/close-order.ts';
import { createPaymentsTestbed, until, type PaymentsTestbed } from '../payments.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function comeBack(screen: string, query: Record<string, string>): Promise<URL> {
  const address = `${bed.origin}/pagamentos/retorno/${screen}?${new URLSearchParams(query)}`;
  const answer = await fetch(address, { redirect: 'manual' });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get('location')!, bed.origin);
}

test('an address that claims success shows what the order is', async () => {
  const order = await bed.order('pix');
  const shown = await comeBack('sucesso', {
    payment_id: '1',
    status: 'approved',
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/pendente');
  expect(await bed.status(order.id)).toBe('pending');
});

test('who leaves without paying brings the text "null", which is no payment', async () => {
  const order = await bed.order('hosted');
  const shown = await comeBack('falha', {
    payment_id: 'null',
    status: 'null',
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/pendente');
  expect(shown.searchParams.has('payment_id')).toBe(false);
  expect(shown.searchParams.get('external_reference')).toBe(order.externalReference);
});

test('a sentence in the address is never shown, only ours', async () => {
  const order = await bed.order('pix');
  await closeOrder(bed.context, order.id);
  const shown = await comeBack('falha', {
    error_message: '<b>Ligue já</b>',
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/falha');
  expect(shown.searchParams.get('error_message')).toBe('O prazo da reserva terminou.');
});

test.each(['null', '', 'x', "' or 1=1", 'a'.repeat(65)])(
  'no order for %j: the screen that waits',
  async (reference) => {
    const shown = await comeBack('sucesso', { external_reference: reference });
    expect(shown.pathname + shown.search).toBe('/checkout/pendente');
  },
);

test('coming back reads the payment at once, without any webhook', async () => {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await until(async () => (await bed.disposition(paymentId)) === 'open');
  await bed.webhooks(false);
  await bed.transition(paymentId, 'approve');
  const shown = await comeBack('pendente', {
    payment_id: paymentId,
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/sucesso');
});

test('who was refused reads why, and that the order still waits', async () => {
  const order = await bed.order('hosted', { name: 'PEND Silva' });
  const attempt = await bed.attempt(order.attemptId);
  const page = await fetch(attempt.sandboxUrl!.replace('/sandbox/checkout', '/checkout'), {
    method: 'POST',
    body: new URLSearchParams({ pref_id: attempt.providerRef! }),
    redirect: 'manual',
  });
  expect(page.status).toBe(303);
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'reject', { detail: 'insufficient_amount' });
  const shown = await comeBack('falha', {
    payment_id: paymentId,
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/falha');
  expect(shown.searchParams.get('error_message')).toBe('Saldo insuficiente na conta escolhida.');
  expect(await bed.status(order.id)).toBe('pending');
});
