/** Testbed of group purchases: friends who start, take and pay parts through the routes of the shop. */
import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { eraseAgainJob } from '../../accounts/privacy/erase-again.job.ts';
import { createPaymentLoops } from '../../payments/loops/payment-loops.ts';
import { createPaymentsTestbed, until } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createTestRouter } from '../../composition/router.testing.ts';

export type GroupBed = Awaited<ReturnType<typeof createGroupBed>>;

interface Part {
  /** Token of the group. */
  token: string;
  reference: string;
  orderId: string;
  numbers: number[];
}

export async function createGroupBed() {
  const bed = await createPaymentsTestbed({ maxConnections: 40 });
  await bed.platform.jobs.prepare([eraseAgainJob]);
  const router = createTestRouter(bed);
  const clientOf = (userId: string | null) =>
    createRouterClient(router, { context: testContext(bed.platform, userId ? { userId } : null) });

  async function order(
    userId: string,
    rifaId: string,
    group: object | null,
    options: PartOptions,
  ): Promise<Part> {
    const { cotas = 2, key = randomUUID(), name = 'Ana Souza', more = {} } = options;
    const result = await clientOf(userId).checkout.startPayment({
      headers: { 'idempotency-key': key },
      body: {
        items: [{ title: 'Moto', quantity: cotas, price: 2, selected_numbers: [], rifaId }],
        customerInfo: { name, email: 'ana@exemplo.com.br' },
        rifaId,
        method: 'pix',
        ...(group && { group: group as never }),
        ...more,
      },
    });
    return {
      token: result.group_token!,
      reference: result.external_reference,
      orderId: result.order_id,
      numbers: result.items[0]!.numbers,
    };
  }

  return {
    ...bed,
    router,
    clientOf,
    start: (
      userId: string,
      rifaId: string,
      { parts = 3, hours = 3, ...options }: PartOptions & { parts?: number; hours?: number } = {},
    ) => order(userId, rifaId, { kind: 'start', name: 'Família', parts, hours }, options),
    /** An order outside of any group. */
    buy: (userId: string, rifaId: string, options: PartOptions = {}) => order(userId, rifaId, null, options),
    take: (
      userId: string,
      rifaId: string,
      { token }: Pick<Part, 'token'>,
      partNo: number,
      options: PartOptions = {},
    ) => order(userId, rifaId, { kind: 'take', token, partNo }, options),
    group: (token: string, userId: string | null = null) => clientOf(userId).orders.group({ token }),
    states: async (token: string) =>
      (await clientOf(null).orders.group({ token })).parts.map(({ state }) => state).join(' '),
    /** Approves the Pix at the provider and waits until the order is paid. */
    async pay({ reference, orderId }: Part) {
      await bed.transition(await bed.paymentId(reference), 'approve');
      await until(async () => (await bed.status(orderId)) === 'paid');
    },
    /** Runs the payment loops once. */
    async runDueWork() {
      const loops = createPaymentLoops(bed.context);
      for (const loop of [loops.hints, loops.checks, loops.expiry, loops.refunds, loops.hints])
        await loop.drain();
    },
    /** A buyer with an open group of three parts of two cotas, who paid her own. */
    async openGroup(rifaId: string, options: PartOptions & { parts?: number; hours?: number } = {}) {
      const starter = await bed.buyer();
      const first = await this.start(starter, rifaId, options);
      await this.pay(first);
      return { starter, ...first };
    },
  };
}

interface PartOptions {
  cotas?: number;
  key?: string;
  name?: string;
  more?: object;
}

export async function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  const error: unknown = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ORPCError)) throw error ?? new Error('expected a rejection');
  const data = error.data as { reason?: string } | undefined;
  return data?.reason ? `${error.code} ${data.reason}` : error.code;
}

export function rejectionsOf(
  outcomes: readonly PromiseSettledResult<unknown>[],
): { code: string; data: unknown }[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as { code: string; data: unknown }] : [],
  );
}
