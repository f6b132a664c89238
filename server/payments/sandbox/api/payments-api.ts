/** `/v1/payments`: creates, reads, cancels and searches Pix payments as the provider does. */
import { Hono } from 'hono';
import { z } from 'zod';
import type { SandboxContext } from '../context.ts';
import { respondOnce } from './idempotency.ts';
import { planMagic } from '../magic-names.ts';
import { errorJson, paymentJson } from './representations.ts';
import { changePayment, insertPayment, readPayment, type PaymentRow } from '../store.ts';

const MINUTE_MS = 60_000;
const MIN_LIFE_MS = 30 * MINUTE_MS;
const MAX_LIFE_MS = 30 * 24 * 60 * MINUTE_MS;
const DEFAULT_MS = 24 * 60 * MINUTE_MS;

const text = z.string().nullish();
const amount = z
  .number()
  .positive()
  .max(1e9)
  .refine((reais) => Math.abs(reais * 100 - Math.round(reais * 100)) < 1e-6);
const newPayment = z.object({
  transaction_amount: amount,
  description: z.string().default(''),
  payment_method_id: z.literal('pix'),
  payer: z.object({ email: z.email(), first_name: z.string().optional(), last_name: z.string().optional() }),
  external_reference: z.string().max(256).nullish(),
  notification_url: z.url().nullish(),
  date_of_expiration: z.iso.datetime({ offset: true }).nullish(),
});
const paymentUpdate = z.object({ status: z.literal('cancelled').optional(), date_of_expiration: text });

export function paymentsApi(context: SandboxContext): Hono {
  const api = new Hono();

  api.post('/', async (c) => {
    const key = c.req.header('x-idempotency-key');
    if (!key)
      return c.json(
        errorJson({ status: 400, code: 4292, message: "Header X-Idempotency-Key can't be null" }),
        400,
      );
    const body: unknown = await c.req.json().catch(() => null);
    const response = await respondOnce(context, key, { path: c.req.path, body }, async (client) => {
      const parsed = newPayment.safeParse(body);
      if (!parsed.success)
        return rejected(2001, `Invalid ${parsed.error.issues[0]?.path.join('.') || 'body'}`);
      const now = context.clock.now().getTime();
      const expiration = parsed.data.date_of_expiration;
      const lifeMs = expiration ? Date.parse(expiration) - now : DEFAULT_MS;
      if (lifeMs < MIN_LIFE_MS || lifeMs > MAX_LIFE_MS) return rejected(4023, 'Invalid date_of_expiration');
      const payment = await insertPayment(context, client, {
        amount: parsed.data.transaction_amount.toFixed(2),
        description: parsed.data.description,
        payer: parsed.data.payer,
        external_reference: parsed.data.external_reference ?? null,
        notification_url: parsed.data.notification_url ?? null,
        expires_at: new Date(now + lifeMs),
      });
      await planMagic(context, client, payment);
      return { status: 201, body: paymentJson(context, payment) };
    });
    context.triggerSender();
    return c.json(response.body, response.status as 201);
  });

  api.get('/search', async (c) => {
    const found = await searchPayments(context, c.req.query());
    const results = found.rows.map((payment) => ({
      ...paymentJson(context, payment),
      id: String(payment.id),
    }));
    return c.json({ paging: { total: found.total, limit: found.limit, offset: found.offset }, results });
  });

  api.get('/:id', async (c) => {
    const payment = await readPayment(context, c.req.param('id'));
    return payment ? c.json(paymentJson(context, payment)) : c.json(notFound, 404);
  });

  api.put('/:id', async (c) => {
    const update = paymentUpdate.safeParse(await c.req.json().catch(() => null));
    if (!update.success) return c.json(errorJson({ status: 400, code: 2001, message: 'Invalid body' }), 400);
    let wasPending = false;
    const payment = await changePayment(context, c.req.param('id'), (current) => {
      wasPending = current.status === 'pending' || current.status === 'in_process';
      if (!wasPending) return null;
      return {
        ...(update.data.status && { status: 'cancelled', status_detail: 'by_collector' }),
        ...(update.data.date_of_expiration && { expires_at: new Date(update.data.date_of_expiration) }),
      };
    });
    if (!payment) return c.json(notFound, 404);
    if (!wasPending)
      return c.json(
        errorJson({ status: 400, code: 2065, message: 'Invalid payment status for the operation' }),
        400,
      );
    return c.json(paymentJson(context, payment));
  });

  return api;
}

export const notFound = {
  ...errorJson({ status: 404, code: 2000, message: 'Payment not found' }),
  error: 'not_found',
};

function rejected(code: number, message: string) {
  return { status: 400, body: errorJson({ status: 400, code, message }) };
}

async function searchPayments(context: SandboxContext, query: Record<string, string>) {
  const limit = Math.min(Math.max(Number(query.limit) || 30, 1), 1000);
  const offset = Math.max(Number(query.offset) || 0, 0);
  const column =
    query.range === 'date_last_updated' || query.sort === 'date_last_updated' ? 'updated_at' : 'created_at';
  const conditions = ['created_at <= $1'];
  const values: unknown[] = [new Date(context.clock.now().getTime() - context.searchLagMs)];
  const where = (condition: string, value: unknown) => {
    values.push(value);
    conditions.push(condition.replace('?', `$${values.length}`));
  };
  if (query.external_reference) where('external_reference = ?', query.external_reference);
  if (query.status) where('status = ?', query.status);
  if (isDate(query.begin_date)) where(`${column} >= ?`, new Date(query.begin_date));
  if (isDate(query.end_date)) where(`${column} <= ?`, new Date(query.end_date));
  const direction = query.criteria === 'desc' ? 'desc' : 'asc';
  const { rows } = await context.pool.query<PaymentRow & { total: number }>(
    `select *, count(*) over () as total from sandbox.payments where ${conditions.join(' and ')}
     order by ${column} ${direction}, id ${direction} limit ${limit} offset ${offset}`,
    values,
  );
  return { rows, total: rows[0]?.total ?? 0, limit, offset };
}

const isDate = (value: string | undefined): value is string => !!value && !Number.isNaN(Date.parse(value));
