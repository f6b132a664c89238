/** `/_sandbox`: controls the sandbox from tests and demonstrations. The real provider has no such API. */
import { Hono } from 'hono';
import { z } from 'zod';
import { PLAIN_WEBHOOKS, type SandboxContext } from '../context.ts';
import { faultPlan } from '../fault-plan.ts';
import { paymentJson } from './representations.ts';
import { findPreference, insertPayment, preferenceTotal } from '../store.ts';
import { transition, TRANSITIONS } from '../transitions.ts';
import { numericFromCentavos } from '@mare/database/money.ts';

const transitionBody = z.strictObject({
  to: z.enum(TRANSITIONS),
  detail: z.string().optional(),
  method: z.enum(['pix', 'account_money']).optional(),
  refund_centavos: z.number().int().positive().optional(),
});
const faults = z.strictObject({
  plans: z.array(faultPlan).optional(),
  search_lag_ms: z.number().min(0).optional(),
  refund_no_funds: z.boolean().optional(),
});
const webhookPolicy = z.strictObject({
  copies: z.number().int().min(0).max(100).optional(),
  delay_ms: z.number().min(0).optional(),
  drop_rate: z.number().min(0).max(1).optional(),
  reorder: z.boolean().optional(),
  channel: z.enum(['webhook', 'feed', 'both']).optional(),
  timestamp_unit: z.enum(['seconds', 'milliseconds']).optional(),
});
const foreignPayment = z.strictObject({
  amount: z.number().positive(),
  notification_url: z.url(),
  external_reference: z.string().optional(),
});

export function controlApi(context: SandboxContext): Hono {
  const api = new Hono();
  api.onError((error, c) => {
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return c.json({ error: error.message }, 400);
    throw error;
  });

  api.get('/health', (c) => c.json({ ok: true, now: context.clock.now().toISOString() }));

  api.post('/reset', async (c) => {
    await context.pool.query(
      `delete from sandbox.payments; delete from sandbox.preferences; delete from sandbox.idempotent_answers;
       delete from sandbox.settlement_reports; delete from sandbox.withdrawals`,
    );
    applyFaults(context, { plans: [], search_lag_ms: 0, refund_no_funds: false });
    Object.assign(context.webhooks, PLAIN_WEBHOOKS);
    return c.json({ ok: true });
  });

  api.post('/clock', async (c) => {
    const { advance_seconds } = z
      .strictObject({ advance_seconds: z.number().min(0) })
      .parse(await c.req.json());
    context.clock.advance(advance_seconds);
    context.triggerSender();
    return c.json({ now: context.clock.now().toISOString() });
  });

  api.post('/holds/:reference/end', async (c) => {
    const ended = await context.endHold(c.req.param('reference'));
    return ended ? c.json({ ok: true }) : c.json({ error: 'no waiting order' }, 404);
  });

  api.put('/faults', async (c) => {
    applyFaults(context, faults.parse(await c.req.json()));
    return c.json({ ok: true });
  });

  api.put('/webhooks/policy', async (c) => {
    const policy = webhookPolicy.parse(await c.req.json());
    Object.assign(context.webhooks, {
      copies: policy.copies ?? context.webhooks.copies,
      delayMs: policy.delay_ms ?? context.webhooks.delayMs,
      dropRate: policy.drop_rate ?? context.webhooks.dropRate,
      reorder: policy.reorder ?? context.webhooks.reorder,
      channel: policy.channel ?? context.webhooks.channel,
      timestampUnit: policy.timestamp_unit ?? context.webhooks.timestampUnit,
    });
    return c.json(context.webhooks);
  });

  api.get('/webhooks', async (c) => {
    const { rows } = await context.pool.query('select * from sandbox.webhooks order by id desc limit 200');
    return c.json(rows);
  });

  api.post('/webhooks/:id{[0-9]{1,18}}/redeliver', async (c) => {
    await context.pool.query(
      `update sandbox.webhooks set state = 'waiting', next_attempt_at = $2 where id = $1`,
      [c.req.param('id'), context.clock.now()],
    );
    context.triggerSender();
    return c.json({ ok: true });
  });

  api.post('/payments/:id/transition', async (c) => {
    const body = transitionBody.parse(await c.req.json());
    const done = await transition(context, c.req.param('id'), body.to, {
      ...body,
      refundCentavos: body.refund_centavos,
    });
    if (!done) return c.json({ error: 'not_found' }, 404);
    return c.json(paymentJson(context, done.payment), done.moved ? 200 : 409);
  });

  api.post('/payments/:id/approve_after_expiry', async (c) => {
    const done = await transition(context, c.req.param('id'), 'approve', { afterExpiry: true });
    return done
      ? c.json(paymentJson(context, done.payment), done.moved ? 200 : 409)
      : c.json({ error: 'not_found' }, 404);
  });

  api.post('/preferences/:id/pay_twice', async (c) => {
    const preference = await findPreference(context, c.req.param('id'));
    if (!preference) return c.json({ error: 'not_found' }, 404);
    const ids: number[] = [];
    for (let copy = 0; copy < 2; copy++) {
      const payment = await insertPayment(context, context.pool, {
        preference_id: preference.id,
        external_reference: preference.body.external_reference ?? null,
        notification_url: preference.body.notification_url ?? null,
        amount: numericFromCentavos(preferenceTotal(preference)),
        description: preference.body.items[0]!.title,
        payer: { email: preference.body.payer?.email },
      });
      ids.push(payment.id);
      await transition(context, String(payment.id), 'approve');
    }
    return c.json({ payment_ids: ids });
  });

  api.post('/foreign_payment', async (c) => {
    const body = foreignPayment.parse(await c.req.json());
    const payment = await insertPayment(context, context.pool, {
      amount: body.amount.toFixed(2),
      description: 'Venda de outro sistema',
      payer: { email: 'outro@exemplo.com.br' },
      external_reference: body.external_reference ?? `outro-sistema-${context.random.uuid()}`,
      notification_url: body.notification_url,
    });
    await transition(context, String(payment.id), 'approve');
    return c.json({ payment_id: payment.id });
  });

  // The account's owner sends money to the bank.
  api.post('/withdrawals', async (c) => {
    const { amount } = z.strictObject({ amount: z.number().positive() }).parse(await c.req.json());
    await context.pool.query('insert into sandbox.withdrawals (amount, created_at) values ($1, $2)', [
      amount.toFixed(2),
      context.clock.now(),
    ]);
    return c.json({ ok: true });
  });

  return api;
}

function applyFaults(context: SandboxContext, requested: z.output<typeof faults>) {
  if (requested.plans) context.faults.splice(0, context.faults.length, ...requested.plans);
  context.searchLagMs = requested.search_lag_ms ?? context.searchLagMs;
  context.refundsHaveNoFunds = requested.refund_no_funds ?? context.refundsHaveNoFunds;
}
