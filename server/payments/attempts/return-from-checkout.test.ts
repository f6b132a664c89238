import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeOrder } from './ending/close-order.ts';
import { createPaymentsTestbed, until, type PaymentsTestbed } from '../payments.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

async function returnFromProvider(screen: string, query: Record<string, string>): Promise<URL> {
  const url = `${bed.origin}/pagamentos/retorno/${screen}?${new URLSearchParams(query)}`;
  const response = await fetch(url, { redirect: 'manual' });
  expect(response.status).toBe(303);
  return new URL(response.headers.get('location')!, bed.origin);
}

test('shows the order’s real state when the return URL claims success', async () => {
  const order = await bed.order('pix');
  const shown = await returnFromProvider('sucesso', {
    payment_id: '1',
    status: 'approved',
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/pendente');
  expect(await bed.status(order.id)).toBe('pending');
});

test('ignores the payment id "null" of a buyer who left without paying', async () => {
  const order = await bed.order('hosted');
  const shown = await returnFromProvider('falha', {
    payment_id: 'null',
    status: 'null',
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/pendente');
  expect(shown.searchParams.has('payment_id')).toBe(false);
  expect(shown.searchParams.get('external_reference')).toBe(order.externalReference);
});

test('never shows a message from the return URL', async () => {
  const order = await bed.order('pix');
  await closeOrder(bed.context, order.id);
  const shown = await returnFromProvider('falha', {
    error_message: '<b>Ligue já</b>',
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/falha');
  expect(shown.searchParams.get('error_message')).toBe('O prazo da reserva terminou.');
});

test.each(['null', '', 'x', "' or 1=1", 'a'.repeat(65)])(
  'shows the pending page for the unknown reference %j',
  async (reference) => {
    const shown = await returnFromProvider('sucesso', { external_reference: reference });
    expect(shown.pathname + shown.search).toBe('/checkout/pendente');
  },
);

test('reads the payment on return, without a webhook', async () => {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await until(async () => (await bed.disposition(paymentId)) === 'open');
  await bed.webhooks(false);
  await bed.transition(paymentId, 'approve');
  const shown = await returnFromProvider('pendente', {
    payment_id: paymentId,
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/sucesso');
});

test('shows why the payment was rejected and that the order is still pending', async () => {
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
  const shown = await returnFromProvider('falha', {
    payment_id: paymentId,
    external_reference: order.externalReference,
  });
  expect(shown.pathname).toBe('/checkout/falha');
  expect(shown.searchParams.get('error_message')).toBe('Saldo insuficiente na conta escolhida.');
  expect(await bed.status(order.id)).toBe('pending');
});
