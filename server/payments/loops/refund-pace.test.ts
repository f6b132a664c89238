/** Many refunds due at once, while a provider responds to few calls or none. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentProvider, ProviderResult } from '../providers/payment-provider.ts';
import { createPaymentsTestbed, paidOrder, until, type PaymentsTestbed } from '../payments.testing.ts';
import { createRefund, requestRefund } from '../refunds/request-refund.ts';
import { createPaymentLoops } from './payment-loops.ts';

const REFUNDS = 120;
/** A tenth of the loop's concurrency limit. */
const CAPACITY = 12;

const unanswered = { ok: false, error: { kind: 'unknown_outcome', cause: 'TimeoutError' } } as const;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** An order whose payment has refunds that are due at once, each of another amount. @returns the id of the payment */
async function addPaymentWithRefundsDue(refunds: number): Promise<string> {
  const { id, paymentId } = await paidOrder(bed, { totalCentavos: refunds ** 2 + refunds });
  for (let amountCentavos = 1; amountCentavos <= refunds; amountCentavos++)
    await requestRefund(bed.context, {
      orderId: id,
      reason: 'admin',
      amountCentavos,
      deduplicationKey: String(amountCentavos),
      source: 'admin',
    });
  return paymentId;
}

const refundsOf = (paymentId: string) =>
  bed.db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).orderBy('amount').execute();
const isOpen = ({ state }: { state: string }) => state !== 'done' && state !== 'rejected';

/** Serves calls in rounds: all calls in progress end together, and all fail if they are too many. */
function createCongestedProvider(provider: PaymentProvider) {
  let round: ((isAnswered: boolean) => void)[] = [];
  const serve = async <Value>(call: () => Value): Promise<ProviderResult<Value>> => {
    const isAnswered = await new Promise<boolean>((resolve) => round.push(resolve));
    return isAnswered ? { ok: true, value: call() } : unanswered;
  };
  return {
    provider: {
      ...provider,
      refund: ({ amountCentavos }, key) =>
        serve(() => ({ refundId: key, amountCentavos: amountCentavos!, state: 'done' as const })),
      listRefunds: () => serve(() => []),
    } satisfies PaymentProvider,
    /** Ends rounds until `work` is done: a round is complete when each claimed refund waits for the provider. */
    serveUntil: async (work: Promise<void>): Promise<void> => {
      const state = { isOver: false };
      const finished = work.finally(() => (state.isOver = true));
      while (!state.isOver) {
        const { rows } = await bed.pool.query<{ claimed: number }>(
          'select count(*)::integer as claimed from refunds where leased_until is not null',
        );
        if (round.length === 0 || round.length < rows[0]!.claimed) continue;
        const ended = round;
        round = [];
        for (const end of ended) end(ended.length <= CAPACITY);
      }
      await finished;
    },
  };
}

test('sends refunds soon through a provider that fails every call above its limit', async () => {
  const paymentId = await addPaymentWithRefundsDue(REFUNDS);
  const { provider, serveUntil } = createCongestedProvider(bed.context.provider);
  const { refunds } = createPaymentLoops({ ...bed.context, provider, otherProviders: [] });
  const findOpenRefunds = async () => (await refundsOf(paymentId)).filter(isOpen);
  let waitedSeconds = 0;
  for (
    let openRefunds = await findOpenRefunds();
    openRefunds.length > 0 && waitedSeconds < 600;
    openRefunds = await findOpenRefunds()
  ) {
    const lastDue = Math.max(...openRefunds.map(({ nextAttemptAt }) => nextAttemptAt.getTime()));
    const seconds = Math.max(0, (lastDue - bed.clock.now().getTime()) / 1000);
    bed.clock.advance(seconds);
    waitedSeconds += seconds;
    await serveUntil(refunds.drain());
  }
  expect(await findOpenRefunds()).toEqual([]);
  // The first calls probe the limit, and some later ones its growth: at most three more tries.
  expect(waitedSeconds).toBeLessThanOrEqual(36);
});

test('refunds wait while the circuit breaker is open, without a failed try and its backoff', async () => {
  const paymentId = await addPaymentWithRefundsDue(3);
  const state = { isAvailable: false };
  const provider: PaymentProvider = {
    ...bed.context.provider,
    isAvailable: () => state.isAvailable,
    refund: async ({ amountCentavos }, refundId) =>
      state.isAvailable
        ? { ok: true, value: { refundId, amountCentavos: amountCentavos!, state: 'done' } }
        : { ok: false, error: { kind: 'unavailable', retryAfterSeconds: null } },
  };
  const { refunds } = createPaymentLoops({ ...bed.context, provider, otherProviders: [] });
  for (let times = 0; times < 3; times++) {
    await refunds.drain();
    bed.clock.advance(60);
  }
  state.isAvailable = true;
  await refunds.drain();
  expect((await refundsOf(paymentId)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array.from({ length: 3 }, () => ['done', 1]),
  );
});

test('does not delay refunds of one provider while another is unresponsive', async () => {
  const paymentId = await addPaymentWithRefundsDue(1);
  const unresponsive = await addRefundsAtOtherProvider(paymentId, 'pix', 130);
  const { promise: unresponsiveProvider, resolve: end } = Promise.withResolvers<typeof unanswered>();
  const loops = createPaymentLoops({
    ...bed.context,
    otherProviders: [{ ...bed.context.provider, id: 'pix', refund: () => unresponsiveProvider }],
  });
  const drained = loops.refunds.drain();
  await until(async () => !(await refundsOf(paymentId)).some(isOpen));
  expect((await refundsOf(unresponsive)).every(isOpen)).toBe(true);
  end(unanswered);
  await loops.refunds.stop();
  await drained;
});

/** Refunds, due before all others, of a payment like this one. @returns the id of that payment */
async function addRefundsAtOtherProvider(
  paymentId: string,
  provider: string,
  count: number,
): Promise<string> {
  const payment = await bed.db
    .selectFrom('providerPayments')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .executeTakeFirstOrThrow();
  const otherId = `other-${paymentId}`;
  await bed.db
    .insertInto('providerPayments')
    .values({ ...payment, provider, paymentId: otherId, disposition: 'duplicate', endToEndId: null })
    .execute();
  for (let run = 0; run < count; run++)
    await createRefund(bed.context, bed.db, { provider, paymentId: otherId }, 1, 'admin', String(run));
  await bed.db
    .updateTable('refunds')
    .set({ nextAttemptAt: new Date(bed.clock.now().getTime() - 60_000) })
    .where('paymentId', '=', otherId)
    .execute();
  return otherId;
}
