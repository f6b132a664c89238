import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applySnapshot } from './settlement/apply-snapshot.ts';
import { describePayment } from './describe-payment.ts';
import { closeOrder } from './attempts/ending/close-order.ts';
import { createPaymentsTestbed, ledgerBalances, until, type PaymentsTestbed } from './payments.testing.ts';
import { requestRefund } from './refunds/request-refund.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const paidBySandbox = async (order: { externalReference: string; id: string }) => {
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  return paymentId;
};

describe('paying', () => {
  test('settles a Pix exactly once by webhook alone', async () => {
    const order = await bed.order('pix');
    expect(order.started).toMatchObject({
      state: 'open',
      kind: 'pix',
      copyPaste: expect.stringContaining('br.gov.bcb.pix'),
    });
    const paymentId = await paidBySandbox(order);
    expect(await bed.disposition(paymentId)).toBe('settles');
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'closed', nextCheckAt: null });
  });

  test('returns the buyer from a hosted checkout to the shop', async () => {
    const order = await bed.order('hosted');
    if (order.started?.state !== 'open') throw new Error('not open');
    const form = async (path: string, fields: Record<string, string>) =>
      fetch(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    const page = new URL(order.started.url!);
    expect(await (await fetch(page)).text()).toContain('AMBIENTE DE TESTE — nenhum pagamento real');
    const created = await form(page.origin + page.pathname, { pref_id: page.searchParams.get('pref_id')! });
    const payment = new URL(created.headers.get('location')!);
    const paid = await form(`${payment.origin}${payment.pathname}/acao`, {
      acao: 'pagar',
      chave: payment.searchParams.get('chave')!,
    });
    const back = new URL(paid.headers.get('location')!);
    expect(back.pathname).toBe('/pagamentos/retorno/sucesso');
    expect(back.searchParams.get('external_reference')).toBe(order.externalReference);

    const screen = await fetch(back, { redirect: 'manual' });
    expect(screen.status).toBe(303);
    expect(screen.headers.get('location')).toMatch(
      /^\/checkout\/sucesso\?payment_id=\d+&external_reference=/,
    );
    expect(await bed.status(order.id)).toBe('paid');
    await bed.payments.runDueWork();
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'closed' });
  });

  test('settles once on fifty concurrent deliveries of one approval', async () => {
    const order = await bed.order('pix');
    const paymentId = await bed.paymentId(order.externalReference);
    await bed.control('PUT', '/webhooks/policy', { drop_rate: 1 });
    await bed.transition(paymentId, 'approve');
    await bed.control('PUT', '/webhooks/policy', { drop_rate: 0 });
    const read = await bed.context.provider.getPayment(paymentId);
    if (!read.ok) throw new Error(read.error.kind);
    const applied = await Promise.all(
      Array.from({ length: 50 }, () => applySnapshot(bed.context, read.value, 'webhook')),
    );
    expect(new Set(applied)).toEqual(new Set(['settles']));
    expect(await bed.status(order.id)).toBe('paid');
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
    const { rows } = await bed.pool.query('select count(*) as count from ledger_entries where txn_key = $1', [
      `settle:${order.id}`,
    ]);
    expect(rows[0].count).toBe(2);
  });

  test('rejects a forged signature and changes nothing', async () => {
    await bed.webhooks(false);
    const order = await bed.order('pix');
    const paymentId = await bed.paymentId(order.externalReference);
    await bed.webhooks(true);
    const response = await fetch(`${bed.origin}/webhooks/mercadopago?data.id=${paymentId}&type=payment`, {
      method: 'POST',
      headers: { 'x-signature': `ts=1767225600,v1=${'0'.repeat(64)}`, 'x-request-id': 'x' },
      body: '{}',
    });
    expect(response.status).toBe(401);
    const stored = await bed.db
      .selectFrom('webhookInbox')
      .select('id')
      .where('resourceId', '=', paymentId)
      .execute();
    expect(stored).toEqual([]);
  });
});

describe('money that does not settle', () => {
  test('refunds a second payment of the same order automatically', async () => {
    const order = await bed.order('hosted');
    const attempt = await bed.attempt(order.attemptId);
    const { payment_ids: ids } = (await bed.control(
      'POST',
      `/preferences/${attempt.providerRef}/pay_twice`,
    )) as unknown as { payment_ids: number[] };
    await until(async () => (await bed.disposition(String(ids[1]))) !== null);
    await until(async () => (await bed.disposition(String(ids[0]))) !== null);
    await bed.payments.runDueWork();
    const dispositions = await Promise.all(ids.map((id) => bed.disposition(String(id))));
    expect(new Set(dispositions)).toEqual(new Set(['duplicate', 'settles']));
    expect(await bed.status(order.id)).toBe('paid');
    const refunds = (await Promise.all(ids.map((id) => bed.refunds(String(id))))).flat();
    expect(refunds).toMatchObject([{ state: 'done', reason: 'duplicate' }]);
  });

  test('settles a late payment with the same numbers while they are free', async () => {
    const order = await bed.order('pix');
    expect(await closeOrder(bed.context, order.id)).toBe('released');
    expect(await bed.status(order.id)).toBe('cancelled');
    const paymentId = await bed.paymentId(order.externalReference);
    await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
    await until(async () => (await bed.status(order.id)) === 'paid');
    expect(await bed.jobs('order-cancelled', order.id)).toBe(1);
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
  });

  test('refunds late money when a number was resold', async () => {
    const rifaId = await bed.rifa(10);
    const first = await bed.order('pix', { rifaId, quantity: 6 });
    await closeOrder(bed.context, first.id);
    const second = await bed.order('pix', { rifaId, quantity: 10 });
    await paidBySandbox(second);
    const paymentId = await bed.paymentId(first.externalReference);
    await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
    await until(async () => (await bed.disposition(paymentId)) === 'late');
    await bed.payments.runDueWork();
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done', reason: 'late', amount: '12.00' }]);
    expect(await bed.status(first.id)).toBe('cancelled');
    expect(await bed.status(second.id)).toBe('paid');
    // The order's page shows the state of the refund.
    await until(async () => !(await describePayment(bed.context, first.id)).refundUnderWay);
    expect((await describePayment(bed.context, first.id)).sentBackCentavos).toBe(1_200);
    expect((await describePayment(bed.context, second.id)).sentBackCentavos).toBe(0);
  });

  test.each([9.99, 10.01])('refunds R$ %s paid for R$ 10,00 without settling', async (amount) => {
    const order = await bed.order('pix');
    const { payment_id: id } = await bed.control('POST', '/foreign_payment', {
      amount,
      external_reference: order.externalReference,
      notification_url: `${bed.origin}/webhooks/mercadopago`,
    });
    await until(async () => (await bed.disposition(String(id))) === 'mismatch');
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('pending');
    expect(await bed.refunds(String(id))).toMatchObject([{ state: 'done', amount: String(amount) }]);
  });

  test('does not settle a payment first seen as refunded', async () => {
    await bed.control('PUT', '/webhooks/policy', { drop_rate: 1 });
    const order = await bed.order('pix');
    const paymentId = await bed.paymentId(order.externalReference);
    await bed.transition(paymentId, 'approve');
    await bed.transition(paymentId, 'refund');
    await bed.control('PUT', '/webhooks/policy', { drop_rate: 0 });
    bed.clock.advance(61);
    await bed.payments.runDueWork();
    expect(await bed.disposition(paymentId)).toBe('void');
    expect(await bed.status(order.id)).toBe('pending');
  });
});

describe('refunded money', () => {
  test('ends a refunded order when the provider confirms', async () => {
    const order = await bed.order('pix');
    const paymentId = await paidBySandbox(order);
    const input = { orderId: order.id, reason: 'admin', amountCentavos: null, source: 'admin' } as const;
    expect(await requestRefund(bed.context, input)).toMatchObject({ ok: true });
    expect(await requestRefund(bed.context, input)).toMatchObject({ ok: true });
    await bed.payments.runDueWork();
    await until(async () => (await bed.status(order.id)) === 'refunded');
    expect(await bed.refunds(paymentId)).toMatchObject([{ state: 'done' }]);
    expect(await bed.jobs('order-refunded', order.id)).toBe(1);
  });

  test('leaves the ledger balanced and the buyers’ account at zero', async () => {
    await bed.payments.runDueWork();
    expect((await ledgerBalances(bed)).customer_funds).toBe(0);
  });
});
