/** The shop of the dispute sequences: its routes as each caller, and jobs and mails that run on demand. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { JOBS } from '../../composition/worker.ts';
import { createTestRouter } from '../../composition/router.testing.ts';
import { createDrawsTestbed } from '../../draws/draws.testing.ts';
import { openTestLog } from '../../draws/proofs/receipts/receipts.testing.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import type { Payments } from '../../payments/payments.ts';
import { paymentsJobs } from '../../payments/payments.jobs.ts';
import type { Job } from '../../platform/jobs/define-job.ts';
import { packedQueue } from '../../platform/jobs/enqueue-jobs.ts';
import { testContext } from '../../platform/http/api.testing.ts';

export type DisputeShop = Awaited<ReturnType<typeof createDisputeShop>>;
/** Of each cota, in reais: the commissions of two orders are above the least payout. */
export const PRICE = 500;

export async function createDisputeShop() {
  const bed = await createDrawsTestbed();
  await bed.prepareJobs([...JOBS]);
  // The sequences read payments themselves, one at a time.
  await bed.webhooks(false);
  const router = createTestRouter({
    ...bed,
    payments: { context: bed.payments, refreshInBackground: () => undefined } as unknown as Payments,
  });
  const clientOf = (userId: string | null) =>
    createRouterClient(router, { context: testContext(bed.platform, userId ? { userId } : null) });
  const admin = createRouterClient(router, {
    context: testContext(bed.platform, { userId: bed.admins[0], role: 'admin', aal: 'aal2' }),
  });

  const handlers = new Map<string, (payload: never) => Promise<void>>();
  const register = <Deps>(deps: Deps, list: readonly Job<never, Deps>[]) => {
    for (const job of list) {
      if (handlers.has(job.name)) continue;
      handlers.set(job.name, (payload) => job.handle(deps, payload));
      handlers.set(packedQueue(job.name), ({ payloads }: { payloads: never[] }) =>
        job.handleMany!(deps, payloads),
      );
    }
  };
  register(bed.payments, paymentsJobs);
  register(bed.platform, JOBS as unknown as Job<never, typeof bed.platform>[]);

  const log = openTestLog(bed.platform);
  return {
    ...bed,
    signLog: log.signLog,
    verifyReceipt: log.verify,
    async close() {
      log.close();
      await bed.close();
    },
    clientOf,
    admin,
    /** Runs the jobs that are due, oldest first, and sends their mails. */
    async runJobs(): Promise<void> {
      for (;;) {
        const { rows } = await bed.pool.query<{ name: string; data: never; created_on: Date }>(
          `delete from pgboss.job where state = 'created' and start_after <= greatest($1, now())
           returning name, data, created_on`,
          [bed.clock.now()],
        );
        if (rows.length === 0) break;
        for (const { name, data } of rows.toSorted((a, b) => +a.created_on - +b.created_on))
          await handlers.get(name)!(data);
      }
      await deliverOutbox(bed.platform);
    },
    /** Orders cotas through the checkout. @returns the unpaid order */
    async checkOut(
      userId: string,
      items: readonly { rifaId: string; cotas: number }[],
      options: object = {},
    ): Promise<{ id: string; reference: string; token: string | null }> {
      const result = await clientOf(userId).checkout.startPayment({
        headers: { 'idempotency-key': randomUUID() },
        body: {
          items: items.map(({ rifaId, cotas }) => ({
            title: 'Moto',
            quantity: cotas,
            price: PRICE,
            selected_numbers: [],
            rifaId,
          })),
          customerInfo: { name: 'Ana Souza', email: `${userId}@exemplo.com.br` },
          rifaId: items[0]!.rifaId,
          method: 'pix',
          ...options,
        },
      });
      return { id: result.order_id, reference: result.external_reference, token: result.group_token ?? null };
    },
  };
}
