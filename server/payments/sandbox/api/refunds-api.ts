/** `/v1/payments/{id}/refunds` and `/v1/chargebacks`. */
import { Hono } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import { wireDateTime } from '../../mercado-pago/wire.ts';
import type { SandboxContext } from '../context.ts';
import { respondOnce } from './idempotency.ts';
import { notFound } from './payments-api.ts';
import { errorJson } from './representations.ts';
import { changePaymentIn, type PaymentChange, type PaymentRow } from '../store.ts';

interface RefundRow {
  id: number;
  payment_id: number;
  amount: string;
  created_at: Date;
}

const refundBody = z.object({ amount: z.number().positive().nullish() });

export function refundsApi(context: SandboxContext): Hono {
  const api = new Hono();

  api.post('/:id/refunds', async (c) => {
    const key = c.req.header('x-idempotency-key');
    if (!key)
      return c.json(
        errorJson({ status: 400, code: 4292, message: "Header X-Idempotency-Key can't be null" }),
        400,
      );
    const body: unknown = await c.req.json().catch(() => ({}));
    const parsed = refundBody.safeParse(body);
    if (!parsed.success)
      return c.json(errorJson({ status: 400, code: 4040, message: 'Invalid amount' }), 400);
    if (context.refundsHaveNoFunds)
      return c.json(
        errorJson({ status: 400, code: 2084, message: 'Insufficient balance (saldo insuficiente)' }),
        400,
      );
    const response = await respondOnce(context, key, { path: c.req.path, body }, (client) =>
      refund(context, client, c.req.param('id'), parsed.data.amount ?? null),
    );
    context.triggerSender();
    return c.json(response.body, response.status as 201);
  });

  const list = async (paymentId: string) => {
    if (!/^\d{1,18}$/.test(paymentId)) return [];
    const { rows } = await context.pool.query<RefundRow>(
      'select * from sandbox.refunds where payment_id = $1 order by id',
      [paymentId],
    );
    return rows.map(refundJson);
  };
  api.get('/:id/refunds', async (c) => c.json(await list(c.req.param('id'))));
  api.get('/:id/refunds/', async (c) => c.json(await list(c.req.param('id'))));
  api.get('/:id/refunds/:refundId', async (c) => {
    const found = (await list(c.req.param('id'))).find((one) => String(one.id) === c.req.param('refundId'));
    return found ? c.json(found) : c.json(notFound, 404);
  });
  return api;
}

export function chargebacksApi(context: SandboxContext): Hono {
  return new Hono().get('/:id{[0-9]{1,18}}', async (c) => {
    const { rows } = await context.pool.query<RefundRow>('select * from sandbox.chargebacks where id = $1', [
      c.req.param('id'),
    ]);
    const [found] = rows;
    if (!found) return c.json({ ...notFound, message: 'Chargeback not found' }, 404);
    return c.json({
      id: String(found.id),
      payments: [found.payment_id],
      date_created: wireDateTime(found.created_at),
    });
  });
}

/**
 * Uses the caller's connection: refunds that each hold one connection and wait for a second would deadlock.
 * @param reais null for the remaining amount
 */
async function refund(
  context: SandboxContext,
  client: pg.PoolClient,
  paymentId: string,
  reais: number | null,
) {
  let created: RefundRow | null = null;
  const payment = await changePaymentIn(context, client, paymentId, async (current) => {
    const change = refundChange(current, reais === null ? null : Math.round(reais * 100));
    if (!change) return null;
    const amount = centavosFromNumeric(change.refunded) - centavosFromNumeric(current.refunded);
    const { rows } = await client.query<RefundRow>(
      'insert into sandbox.refunds (payment_id, amount, created_at) values ($1, $2, $3) returning *',
      [current.id, numericFromCentavos(amount), context.clock.now()],
    );
    created = rows[0]!;
    return change;
  });
  if (!payment) return { status: 404, body: notFound };
  if (!created)
    return {
      status: 400,
      body: errorJson({
        status: 400,
        code: 2063,
        message: 'The action requested is not valid for the current payment state',
      }),
    };
  return { status: 201, body: refundJson(created) };
}

/** Computes a payment's change by a refund. @returns null if the amount cannot be refunded */
export function refundChange(
  payment: PaymentRow,
  centavos: number | null,
): (PaymentChange & { refunded: string }) | null {
  if (payment.status !== 'approved') return null;
  const amount = centavosFromNumeric(payment.amount);
  const before = centavosFromNumeric(payment.refunded);
  const after = centavos === null ? amount : before + centavos;
  if (after > amount || after <= before) return null;
  return after === amount
    ? { refunded: payment.amount, status: 'refunded', status_detail: 'refunded' }
    : { refunded: numericFromCentavos(after), status_detail: 'partially_refunded' };
}

function refundJson(row: RefundRow) {
  return {
    id: row.id,
    payment_id: row.payment_id,
    amount: Number(row.amount),
    status: 'approved',
    refund_mode: 'standard',
    unique_sequence_number: null,
    date_created: wireDateTime(row.created_at),
  };
}
