/** Testbed of the payment tests: product routes and sandbox on a real HTTP port, a manual clock, order helpers. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { expect } from 'vitest';
import { addBuyer, addRifa, line, request } from '../orders/orders.testing.ts';
import type { ReserveLine, ReserveRequest } from '../orders/reservation/reserve-request.ts';
import { createOrderBatchWriter } from '../orders/reservation/order-batch-writer.ts';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { systemRandom, type Clock } from '../platform/clock.ts';
import { readConfig } from '../platform/config/config.ts';
import { startJobs } from '../platform/jobs/jobs.ts';
import { createLog } from '../platform/log/log.ts';
import { createPaymentLoops } from './loops/payment-loops.ts';
import { createPayments, SANDBOX_PATH } from './payments.ts';
import type { PaymentsContext } from './payments-context.ts';
import { notifyGroupEndJob } from '../orders/group-purchases/notify-group.job.ts';
import { sendAuthNoticeJob } from '../accounts/messages/send-auth-notice.job.ts';
import { personsJoined } from '../accounts/persons/persons-joined.ts';
import { spendingBlocked } from '../accounts/limits/spending-blocked.ts';
import { orderEvents } from '../orders/lifecycle/order-events.ts';
import { startAttempt } from './attempts/start-attempt.ts';

export interface MovableClock extends Clock {
  advance(seconds: number): void;
}

export function movableClock(): MovableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (seconds) => {
      offsetMs += seconds * 1000;
    },
  };
}

export type PaymentsTestbed = Awaited<ReturnType<typeof createPaymentsTestbed>>;

export async function createPaymentsTestbed(options: { maxConnections?: number; timeoutMs?: number } = {}) {
  const database = await createTestDatabase({ maxConnections: options.maxConnections ?? 20 });
  const { db, pool } = database;
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const clock = movableClock();
  const jobs = await startJobs(database.url, log, false);
  await jobs.prepare([
    ...Object.values(orderEvents),
    notifyGroupEndJob,
    personsJoined,
    spendingBlocked,
    sendAuthNoticeJob,
  ]);

  const app = new Hono();
  const { server, port } = await listen(app);
  const config = readConfig({ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  const platform = {
    config,
    db,
    pool,
    caches: createCaches(),
    jobs,
    clock,
    random: systemRandom,
    log,
    mailer: { send: async () => undefined },
  };
  const payments = createPayments(platform, { timeoutMs: options.timeoutMs });
  app.route('/', payments.routes);
  app.route(SANDBOX_PATH, payments.sandbox!.app);
  const orderBatchWriter = createOrderBatchWriter(platform);

  const control = async (method: string, path: string, body: object = {}) => {
    const response = await fetch(`${config.publicUrl}${SANDBOX_PATH}/_sandbox${path}`, {
      method,
      headers: { authorization: 'Bearer SANDBOX-token', 'content-type': 'application/json' },
      body: method === 'GET' ? undefined : JSON.stringify(body),
    });
    return (await response.json()) as Record<string, never>;
  };

  return {
    ...database,
    platform,
    payments,
    context: payments.context,
    sandbox: payments.sandbox!.context,
    orderBatchWriter,
    clock,
    origin: config.publicUrl,
    control,
    buyer: () => addBuyer(db),
    rifa: (total = 1000) => addRifa(db, total),

    /** Reserves an order with its attempt and charges it as the checkout does. */
    async order(
      kind: 'hosted' | 'pix' = 'pix',
      options: {
        rifaId?: string;
        quantity?: number;
        name?: string;
        start?: boolean;
        totalCentavos?: number;
        /** Default: one line of one rifa. */
        lines?: ReserveLine[];
        /** The order is a part of a group purchase. */
        group?: ReserveRequest['group'];
      } = {},
    ) {
      const rifaId = options.lines?.[0]?.rifaId ?? options.rifaId ?? (await addRifa(db, 1000));
      const attempt = { id: randomUUID(), provider: 'sandbox', kind, idempotencyKey: randomUUID() };
      const cotas = line(rifaId, options.quantity ?? 5);
      const lines = options.lines ?? [
        { ...cotas, totalCentavos: options.totalCentavos ?? cotas.totalCentavos },
      ];
      const userId = await addBuyer(db);
      const orderRequest = request(userId, lines, {
        customer: {
          name: options.name ?? 'Maria Silva',
          email: 'maria@exemplo.com.br',
          cpf: '529.982.247-25',
        },
        holdExpiresAt: new Date(clock.now().getTime() + 15 * 60_000),
        attempt,
        ...(options.group && { group: options.group }),
      });
      const reserved = await orderBatchWriter.reserve(orderRequest);
      if (!reserved.ok) throw new Error(reserved.code);
      const started = options.start === false ? null : await startAttempt(payments.context, attempt.id);
      return {
        ...reserved.order,
        userId,
        rifaId,
        numbers: reserved.lines[0]!.numbers,
        attemptId: attempt.id,
        started,
      };
    },

    async attempt(attemptId: string) {
      return db
        .selectFrom('paymentAttempts')
        .selectAll()
        .where('id', '=', attemptId)
        .executeTakeFirstOrThrow();
    },
    async status(orderId: string) {
      const row = await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      return row.status;
    },
    /** Provider id of an order's only payment. */
    async paymentId(externalReference: string): Promise<string> {
      const { rows } = await pool.query<{ id: number }>(
        'select id from sandbox.payments where external_reference = $1 order by id desc limit 1',
        [externalReference],
      );
      return String(rows[0]!.id);
    },
    /** Reads a payment from the provider as the product does. */
    async read(paymentId: string) {
      const read = await payments.context.provider.getPayment(paymentId);
      if (!read.ok) throw new Error(read.error.kind);
      return read.value;
    },
    /** Turns webhook delivery on or off. */
    webhooks: (isSent: boolean) => control('PUT', '/webhooks/policy', { drop_rate: isSent ? 0 : 1 }),
    faults: (...plans: object[]) => control('PUT', '/faults', { plans }),
    transition: (paymentId: string, to: string, options: object = {}) =>
      control('POST', `/payments/${paymentId}/transition`, { to, ...options }),
    /** Number of enqueued jobs of one type for an order. */
    async jobs(name: string, orderId: string): Promise<number> {
      const { rows } = await pool.query<{ count: number }>(
        `select count(*) as count from pgboss.job where name = $1 and data->>'orderId' = $2`,
        [name, orderId],
      );
      return rows[0]!.count;
    },
    async disposition(paymentId: string) {
      const row = await db
        .selectFrom('providerPayments')
        .select('disposition')
        .where('paymentId', '=', paymentId)
        .executeTakeFirst();
      return row?.disposition ?? null;
    },
    async refunds(paymentId: string) {
      return db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).execute();
    },
    async close() {
      await payments.stop();
      await orderBatchWriter.close();
      await new Promise((done) => server.close(done));
      await jobs.stop();
      await database.drop();
    },
  };
}

async function listen(app: Hono): Promise<{ server: ServerType; port: number }> {
  return new Promise((resolve) => {
    const server = serve(
      { fetch: (req, env) => app.fetch(req, env), port: 0, hostname: '127.0.0.1' },
      ({ port }) => resolve({ server, port }),
    );
  });
}

/** Creates a Pix order and waits until it is paid by webhook. */
export async function paidOrder(bed: PaymentsTestbed, options?: Parameters<PaymentsTestbed['order']>[1]) {
  const order = await bed.order('pix', options);
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(order.id)) === 'paid');
  return { ...order, paymentId };
}

/** Polls until the condition holds; the timeout only ends a test that would fail anyway. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let tryNo = 0; tryNo < 2_400; tryNo++) {
    if (await condition()) return;
    await pause(25);
  }
  expect.fail('it never became so');
}

/** @returns balances by account in centavos. @throws if a transaction does not balance */
export async function ledgerBalances({
  pool,
}: Pick<PaymentsTestbed, 'pool'>): Promise<Record<string, number>> {
  const unbalanced = await pool.query(
    'select txn_key from ledger_entries group by txn_key having sum(amount) <> 0',
  );
  expect(unbalanced.rows).toEqual([]);
  const { rows } = await pool.query<{ account: string; centavos: string }>(
    `select split_part(account, ':', 1) as account, sum(amount * 100)::bigint as centavos from ledger_entries group by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.account, Number(row.centavos)]));
}

/** Sends all due refunds once. */
export const sendRefunds = (context: PaymentsContext) => createPaymentLoops(context).refunds.drain();

/** Processes all due webhooks once. */
export const processWebhooks = (context: PaymentsContext) => createPaymentLoops(context).hints.drain();

/**
 * Whether no webhook waits or is being processed, including by the shop's own loop.
 * @param paymentId null: of any payment
 */
export async function areWebhooksDone(
  { db }: Pick<PaymentsTestbed, 'db'>,
  paymentId: string | null = null,
): Promise<boolean> {
  const waiting = await db
    .selectFrom('webhookInbox')
    .select('id')
    .where('status', 'in', ['pending', 'processing'])
    .$if(paymentId !== null, (query) => query.where('resourceId', '=', paymentId))
    .executeTakeFirst();
  return waiting === undefined;
}
