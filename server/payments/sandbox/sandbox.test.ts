import jsQR from 'jsqr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaymentsTestbed, paidOrder, until, type PaymentsTestbed } from '../payments.testing.ts';
import { SANDBOX_PATH } from '../payments.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

const at = (path: string) => `${bed.origin}${SANDBOX_PATH}${path}`;
const count = async (table: string) => {
  const { rows } = await bed.pool.query<{ count: number }>(`select count(*) as count from sandbox.${table}`);
  return rows[0]!.count;
};

describe('magic first names', () => {
  test.each([
    ['APRO', 'paid'],
    ['Recu', 'failed'],
    ['EXPI', 'cancelled'],
    ['PEND', 'cancelled'],
  ])('%s: the order becomes %s', async (name, status) => {
    const order = await bed.order('pix', { name: `${name} Silva` });
    bed.clock.advance(2);
    if (status === 'paid') await until(async () => (await bed.status(order.id)) === 'paid');
    else
      await until(
        async () => (await bed.pool.query('select from sandbox.planned_transitions')).rowCount === 0,
      );
    bed.clock.advance(15 * 60);
    await until(async () => {
      await bed.payments.runDueWork();
      return (await bed.status(order.id)) === status;
    });
    expect(await bed.status(order.id)).toBe(status);
  });

  test('TARDE: is paid after it expired', async () => {
    const order = await bed.order('pix', { name: 'TARDE Silva' });
    bed.clock.advance(2);
    await until(async () => (await bed.attempt(order.attemptId)).state === 'closed');
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(2);
    await until(async () => (await bed.status(order.id)) === 'paid');
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
  });

  test('DUPLO: is paid twice, and one payment is refunded', async () => {
    const order = await bed.order('pix', { name: 'DUPLO Silva' });
    bed.clock.advance(3);
    await until(async () => {
      await bed.payments.runDueWork();
      return (await bed.jobs('payment-returned', order.id)) === 1;
    });
    expect(await bed.status(order.id)).toBe('paid');
  });
});

describe('a reservation expired through the API', () => {
  test('closes the charge and releases the numbers', async () => {
    const order = await bed.order('pix');
    const path = `/holds/${order.externalReference}/end`;
    expect(await bed.control('POST', path)).toEqual({ ok: true });
    await bed.payments.runDueWork();
    expect(await bed.status(order.id)).toBe('cancelled');
    expect(await bed.control('POST', path)).toEqual({ error: 'no waiting order' });
  });
});

describe('the pages', () => {
  test('the QR image decodes to the Pix code', async () => {
    const order = await bed.order('pix');
    const { copyPaste } = await bed.attempt(order.attemptId);
    const svg = await (
      await fetch(at(`/payments/${await bed.paymentId(order.externalReference)}/qr.svg`))
    ).text();
    const side = Number(/viewBox="0 0 (\d+) /.exec(svg)![1]);
    const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
    for (const [, x, y, width, height] of svg.matchAll(/M(\d+),(\d+)h(\d+)v(\d+)/g))
      for (let row = 0; row < Number(height); row++)
        for (let column = 0; column < Number(width); column++)
          pixels.fill(
            0,
            ((Number(y) + row) * side + Number(x) + column) * 4,
            ((Number(y) + row) * side + Number(x) + column) * 4 + 3,
          );
    expect(jsQR.default(pixels, side, side)?.data).toBe(copyPaste);
  });

  test('require their payment’s key', async () => {
    const order = await bed.order('pix');
    const { sandboxUrl } = await bed.attempt(order.attemptId);
    const paymentId = await bed.paymentId(order.externalReference);
    expect((await fetch(sandboxUrl!)).status).toBe(200);
    expect((await fetch(at(`/payments/${paymentId}/ticket`))).status).toBe(404);
    const body = new URLSearchParams({ acao: 'pagar', chave: 'x' });
    const action = await fetch(at(`/checkout/v1/pagamento/${paymentId}/acao`), { method: 'POST', body });
    expect(action.status).toBe(404);
    expect((await bed.read(paymentId)).state).toBe('pending');
  });

  test.each(['pref_id=', 'pref_id=x', 'pref_id=%00'])(
    'return 404 for an unknown checkout: %s',
    async (query) => {
      expect((await fetch(at(`/checkout/v1/redirect?${query}`))).status).toBe(404);
    },
  );

  test('escape markup from clients', async () => {
    const { body } = await fetch(at('/checkout/preferences'), {
      method: 'POST',
      headers: { authorization: 'Bearer SANDBOX-token', 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ title: '<script>alert(1)</script>', quantity: 1, unit_price: 1 }] }),
    }).then(async (response) => ({ body: (await response.json()) as { init_point: string } }));
    const page = await fetch(body.init_point);
    expect(await page.text()).not.toContain('<script>alert');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  });
});

describe('the API', () => {
  test('requires its token on every route, control routes included', async () => {
    for (const path of [
      '/v1/payments/1',
      '/checkout/preferences/x',
      '/merchant_orders/1',
      '/users/me',
      '/_sandbox/webhooks',
      '/v1/chargebacks/1',
    ])
      expect((await fetch(at(path))).status).toBe(401);
    expect((await fetch(at('/checkout/preferences'), { method: 'POST', body: '{}' })).status).toBe(401);
  });

  test('rejects the same key with another body', async () => {
    const create = (amount: number) =>
      fetch(at('/v1/payments'), {
        method: 'POST',
        headers: { authorization: 'Bearer SANDBOX-token', 'x-idempotency-key': 'same-key' },
        body: JSON.stringify({
          transaction_amount: amount,
          payment_method_id: 'pix',
          payer: { email: 'a@exemplo.com.br' },
        }),
      });
    const before = await count('payments');
    expect((await create(1)).status).toBe(201);
    expect((await create(1)).status).toBe(201);
    expect((await create(2)).status).toBe(409);
    expect(await count('payments')).toBe(before + 1);
  });

  test.each([0, -1, 0.001, 1e12, '1'])('rejects the amount %s', async (amount) => {
    const response = await fetch(at('/v1/payments'), {
      method: 'POST',
      headers: { authorization: 'Bearer SANDBOX-token', 'x-idempotency-key': crypto.randomUUID() },
      body: JSON.stringify({
        transaction_amount: amount,
        payment_method_id: 'pix',
        payer: { email: 'a@exemplo.com.br' },
      }),
    });
    expect(response.status).toBe(400);
  });

  test('rejects characters that PostgreSQL cannot store', async () => {
    const response = await fetch(at('/checkout/preferences'), {
      method: 'POST',
      headers: { authorization: 'Bearer SANDBOX-token' },
      body: JSON.stringify({ items: [{ title: 'a\u0000b', quantity: 1, unit_price: 1 }] }),
    });
    expect(response.status).toBe(400);
  });

  test('responds 400 to invalid control input', async () => {
    expect(await bed.control('PUT', '/faults', { plans: [{ status: 'x' }] })).toHaveProperty('error');
  });
});

test('deletes all data on a reset', async () => {
  await bed.control('POST', '/reset');
  expect(await count('payments')).toBe(0);
});

test('makes more concurrent refunds than it has connections', async () => {
  const small = await createPaymentsTestbed({ maxConnections: 3 });
  try {
    const { paymentId } = await paidOrder(small, { totalCentavos: 100 });
    await small.webhooks(false);
    const refunds = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        small.context.provider.refund({ paymentId, amountCentavos: index + 1 }, `refund-${index}`),
      ),
    );
    expect(refunds.filter(({ ok }) => !ok)).toEqual([]);
    expect((await small.read(paymentId)).refundedCentavos).toBe(36);
  } finally {
    await small.close();
  }
});
