import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connect.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { sign } from '../mercado-pago/signature.ts';
import type { PaymentSnapshot } from '../payment-provider.ts';
import { createPaymentsRoutes } from '../payments.routes.ts';
import { createHttpApp } from '../../platform/http/http.ts';
import { createLog } from '../../platform/log/log.ts';
import {
  areWebhooksDone,
  createPaymentsTestbed,
  until,
  type PaymentsTestbed,
  processWebhooks,
} from '../payments.testing.ts';
import { claimHints, processHint, renewHintLeases } from './process-webhooks.ts';
import { createWebhookReceiver, enqueueHint } from './receive-webhook.ts';
import { startAttempt } from '../attempts/start-attempt.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed({ timeoutMs: 2_000 });
});
afterAll(() => bed.close());

const pendingPix = async () => {
  const order = await bed.order('pix');
  return { order, paymentId: await bed.paymentId(order.externalReference) };
};

function signedDelivery(paymentId: string, secret = 'SANDBOX-webhook-secret', action = 'payment.updated') {
  const ts = String(Math.floor(bed.clock.now().getTime() / 1000));
  const requestId = crypto.randomUUID();
  return {
    path: `/webhooks/mercadopago?data.id=${paymentId}&type=payment`,
    init: {
      method: 'POST',
      headers: {
        'x-request-id': requestId,
        'x-signature': `ts=${ts},v1=${sign({ ts, id: paymentId, requestId }, secret)}`,
      },
      body: JSON.stringify({ type: 'payment', action, data: { id: paymentId } }),
    },
  };
}

const inbox = (resourceId: string) =>
  bed.db.selectFrom('webhookInbox').selectAll().where('resourceId', '=', resourceId).orderBy('id').execute();

describe('deliveries', () => {
  test('settles one payment on fifty concurrent deliveries of its approval', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.webhooks(false);
    await bed.transition(paymentId, 'approve');
    await bed.webhooks(true);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const { path, init } = signedDelivery(paymentId);
        return fetch(bed.origin + path, init);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await until(async () => (await inbox(paymentId)).every((row) => row.status === 'done'));
    expect(await bed.status(order.id)).toBe('paid');
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
    const { rows } = await bed.pool.query<{ txn_key: string }>(
      'select txn_key from ledger_entries where txn_key = any($1) order by account',
      [[`settle:${order.id}`, `in:sandbox:${paymentId}`]],
    );
    expect(rows).toHaveLength(4);
  });

  test('applies a delivery once when repeated with new ids', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.control('PUT', '/webhooks/policy', { copies: 6, timestamp_unit: 'milliseconds' });
    await bed.transition(paymentId, 'approve');
    await until(async () => (await bed.status(order.id)) === 'paid');
    await until(async () => (await inbox(paymentId)).every((row) => row.status === 'done'));
    await bed.control('PUT', '/webhooks/policy', { copies: 1, timestamp_unit: 'seconds' });
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
  });

  test('reads a created payment only if its creation is not stored', async () => {
    await bed.webhooks(false);
    const { paymentId } = await pendingPix();
    const deliver = async (id: string) => {
      const { path, init } = signedDelivery(id, undefined, 'payment.created');
      expect((await fetch(bed.origin + path, init)).status).toBe(200);
    };
    await deliver(paymentId);
    expect(await inbox(paymentId)).toEqual([]);
    await deliver('424242');
    expect(await inbox('424242')).toHaveLength(1);
    await bed.db.deleteFrom('webhookInbox').where('resourceId', '=', '424242').execute();
    await bed.webhooks(true);
  });

  test('writes nothing when a settled payment is read again', async () => {
    await bed.webhooks(false);
    const { order, paymentId } = await pendingPix();
    await bed.transition(paymentId, 'approve');
    const approved = { ...(await bed.read(paymentId)), feeCentavos: 0 };
    expect(await applySnapshot(bed.context, approved, 'webhook')).toBe('settles');
    const written = () =>
      bed.db.selectFrom('providerPayments').select('updatedAt').where('orderId', '=', order.id).execute();
    const before = await written();
    expect(await applySnapshot(bed.context, approved, 'check')).toBe('settles');
    expect(await written()).toEqual(before);
    // The provider states its fee later.
    expect(await applySnapshot(bed.context, { ...approved, feeCentavos: 7 }, 'check')).toBe('settles');
    const fee = bed.db
      .selectFrom('ledgerEntries')
      .select('amount')
      .where('txnKey', '=', `fee:sandbox:${paymentId}`);
    expect(await fee.where('account', '=', 'fees').execute()).toEqual([{ amount: '0.07' }]);
    await bed.webhooks(true);
  });

  test('ignores an older state and a newer one without the money', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.webhooks(false);
    const pending = await bed.read(paymentId);
    await bed.transition(paymentId, 'approve');
    const approved = await bed.read(paymentId);
    const withoutMoney: PaymentSnapshot = {
      ...approved,
      state: 'cancelled',
      rawStatus: 'cancelled',
      updatedAt: new Date(approved.updatedAt.getTime() + 60_000),
    };
    expect(await applySnapshot(bed.context, approved, 'webhook')).toBe('settles');
    expect(await applySnapshot(bed.context, pending, 'webhook')).toBe('stale');
    expect(await applySnapshot(bed.context, withoutMoney, 'webhook')).toBe('regression');
    await bed.webhooks(true);
    expect(await bed.status(order.id)).toBe('paid');
    const { reviewReason } = await bed.db
      .selectFrom('orders')
      .select('reviewReason')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(reviewReason).toBe('regression');
  });

  test('records a payment of another system but never refunds it', async () => {
    const { payment_id: id } = await bed.control('POST', '/foreign_payment', {
      amount: 12,
      notification_url: `${bed.origin}/webhooks/mercadopago`,
    });
    await until(async () => (await bed.disposition(String(id))) === 'orphan');
    await bed.payments.sweep();
    expect(await bed.refunds(String(id))).toEqual([]);
  });

  test('finds the order before the create call has returned', async () => {
    const order = await bed.order('pix', { start: false });
    await bed.faults({ match: 'POST /v1/payments', timeout_after_commit: true, times: 1 });
    const starting = startAttempt(bed.context, order.attemptId);
    await until(
      async () =>
        (
          await bed.pool.query('select from sandbox.payments where external_reference = $1', [
            order.externalReference,
          ])
        ).rowCount === 1,
    );
    const paymentId = await bed.paymentId(order.externalReference);
    await bed.transition(paymentId, 'approve');
    await until(async () => (await bed.status(order.id)) === 'paid');
    await starting;
    await bed.payments.sweep();
    expect(await bed.attempt(order.attemptId)).toMatchObject({ state: 'closed', providerRef: paymentId });
    expect(await bed.jobs('order-paid', order.id)).toBe(1);
  });

  test('polling finds a payment within a minute without webhooks', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.webhooks(false);
    await bed.transition(paymentId, 'approve');
    await bed.webhooks(true);
    bed.clock.advance(60);
    await bed.payments.sweep();
    expect(await bed.status(order.id)).toBe('paid');
  });
});

describe('verification', () => {
  test('rejects a valid signature on another payment', async () => {
    const { paymentId } = await pendingPix();
    const { path, init } = signedDelivery(paymentId);
    const other = `${bed.origin}${path.replace(paymentId, '1')}`;
    expect((await fetch(other, init)).status).toBe(401);
    expect(await inbox('1')).toEqual([]);
  });

  test.each([
    ['missing', {}],
    ['malformed', { 'x-signature': 'ts=ção,v1=zz' }],
    ['incomplete', { 'x-signature': 'ts=1767225600' }],
  ])('rejects a signature that is %s', async (_name, headers) => {
    const url = `${bed.origin}/webhooks/mercadopago?data.id=5&type=payment`;
    const safe = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
    );
    expect((await fetch(url, { method: 'POST', headers: safe, body: '{}' })).status).toBe(401);
  });

  test('accepts the unsigned channel only for known payments', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.webhooks(false);
    await bed.transition(paymentId, 'approve');
    await bed.webhooks(true);
    const feed = (id: string) =>
      fetch(`${bed.origin}/webhooks/mercadopago?id=${id}&topic=payment`, { method: 'POST', body: '{}' });
    expect((await feed('987654321')).status).toBe(200);
    expect(await inbox('987654321')).toEqual([]);
    expect((await feed(paymentId)).status).toBe(200);
    await until(async () => (await bed.status(order.id)) === 'paid');
  });

  test('rate-limits the unsigned channel, as each hint costs a provider call', async () => {
    const { paymentId } = await pendingPix();
    const { receive, received } = countingReceiver();
    for (let count = 0; count < 70; count++) await receive(paymentId);
    expect(received).toEqual({ queued: 60, ignored: 10 });
    bed.clock.advance(60);
    await receive(paymentId);
    expect(received).toEqual({ queued: 61, ignored: 10 });
  });

  test('acknowledges and ignores other topics', async () => {
    const { init } = signedDelivery('77');
    const url = `${bed.origin}/webhooks/mercadopago?data.id=77&type=constructor`;
    expect((await fetch(url, init)).status).toBe(200);
    expect(await inbox('77')).toEqual([]);
  });

  test('rejects an oversized body', async () => {
    const { path, init } = signedDelivery('78');
    expect((await fetch(bed.origin + path, { ...init, body: 'x'.repeat(70_000) })).status).toBe(413);
  });
});

/** A separate receiver, so that deliveries of other tests do not count. */
function countingReceiver() {
  const received = { queued: 0, ignored: 0 };
  const receiveWebhook = createWebhookReceiver(bed.context, bed.context.provider);
  const receive = async (paymentId: string) => {
    const outcome = await receiveWebhook({
      query: new URLSearchParams({ id: paymentId, topic: 'payment' }),
      headers: new Headers(),
      secret: null,
      rawBody: '{}',
    });
    if (outcome !== 'forged') received[outcome] += 1;
  };
  return { receive, received };
}

describe('failures', () => {
  test('answers with a retryable error while the database is down', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.webhooks(false);
    await bed.transition(paymentId, 'approve');
    await bed.webhooks(true);
    const { path, init } = signedDelivery(paymentId);
    const gone = connectPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1 });
    const broken = createPaymentsRoutes({ ...bed.context, db: connectKysely(gone) }, () => undefined);
    broken.onError((_error, c) => c.body(null, 500));
    expect((await broken.request(path, init)).status).toBe(500);
    await gone.end();
    expect((await fetch(bed.origin + path, init)).status).toBe(200);
    await until(async () => (await bed.status(order.id)) === 'paid');
  });

  test('reads a payment again when a hint arrives during its read', async () => {
    const { paymentId } = await pendingPix();
    await untilQuiet();
    const before = (await inbox(paymentId)).length;
    let reads = 0;
    const hint = { provider: 'sandbox', topic: 'payment', resourceId: paymentId, trust: 'verified' } as const;
    const provider = {
      ...bed.context.provider,
      readHinted: async (...asked: Parameters<typeof bed.context.provider.readHinted>) => {
        reads += 1;
        if (reads === 1) await enqueueHint(bed.context, hint);
        return bed.context.provider.readHinted(...asked);
      },
    };
    await enqueueHint(bed.context, hint);
    await processWebhooks({ ...bed.context, provider });
    expect(reads).toBe(2);
    expect((await inbox(paymentId)).slice(before).map((row) => row.status)).toEqual(['done', 'done']);
  });

  test('another worker resumes a hint after a crash between read and apply', async () => {
    const { order, paymentId } = await pendingPix();
    await bed.webhooks(false);
    await untilQuiet();
    await bed.transition(paymentId, 'approve');
    await enqueueHint(bed.context, {
      provider: 'sandbox',
      topic: 'payment',
      resourceId: paymentId,
      trust: 'verified',
    });
    const dead = await claimHints(bed.context, 1);
    bed.clock.advance(7);
    await renewHintLeases(bed.context, dead);
    bed.clock.advance(7);
    await processWebhooks(bed.context);
    expect(await bed.status(order.id)).toBe('pending');
    bed.clock.advance(3);
    await processWebhooks(bed.context);
    expect(await bed.status(order.id)).toBe('paid');
    await renewHintLeases(bed.context, dead);
    const hint = (await inbox(paymentId)).find(({ id }) => id === dead[0]!.id);
    expect(hint).toMatchObject({ status: 'done', attempts: 2, leasedUntil: null });
    await bed.webhooks(true);
  });

  test('retries an unreadable hint for hours, then leaves it for admin review', async () => {
    await bed.webhooks(false);
    await untilQuiet();
    await enqueueHint(bed.context, {
      provider: 'sandbox',
      topic: 'payment',
      resourceId: '123',
      trust: 'verified',
    });
    for (const seconds of [0, 5, 30, 120, 600, 3_600, 21_600]) {
      bed.clock.advance(seconds);
      await processWebhooks(bed.context);
    }
    expect(await inbox('123')).toMatchObject([{ status: 'dead', attempts: 7, lastError: 'not_found' }]);
    await bed.webhooks(true);
  });

  /** Waits until no hint is being processed, so that only this test processes hints. */
  function untilQuiet(): Promise<void> {
    return until(() => areWebhooksDone(bed));
  }
});

test('rejects a delivery over 64 kB as too large', async () => {
  const body = JSON.stringify({ data: { id: '1' }, filler: 'x'.repeat(65 * 1024) });
  const app = createHttpApp(createLog('silent'));
  app.route('/', bed.payments.routes);
  const response = await app.request('/webhooks/mercadopago?data.id=1&type=payment', {
    method: 'POST',
    body,
  });
  expect(response.status).toBe(413);
});

test('a worker that was too slow does not finish a hint that another one took over', async () => {
  await bed.webhooks(false);
  const { order, paymentId } = await pendingPix();
  await bed.db.deleteFrom('webhookInbox').execute();
  const named = { provider: 'sandbox', topic: 'payment', resourceId: paymentId } as const;
  await enqueueHint(bed.context, { ...named, trust: 'verified' });
  const slow = Promise.withResolvers<void>();
  const [hint] = await claimHints(bed.context, 1);
  const { provider } = bed.context;
  const stale = processHint(
    {
      ...bed.context,
      provider: {
        ...provider,
        readHinted: (topic, id) => slow.promise.then(() => provider.readHinted(topic, id)),
      },
    },
    hint!,
  );
  bed.clock.advance(61);
  const [again] = await claimHints(bed.context, 1);
  expect(again).toMatchObject({ id: hint!.id, attempts: 2 });
  slow.resolve();
  await stale;
  expect(await inbox(paymentId)).toMatchObject([{ status: 'processing', attempts: 2 }]);
  await processHint(bed.context, again!);
  expect(await inbox(paymentId)).toMatchObject([{ status: 'done' }]);
  expect(await bed.status(order.id)).toBe('pending');
  await bed.webhooks(true);
});
