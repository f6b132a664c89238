/**
 * Background work of payments: one loop for each kind and provider, with a separate share of the provider's rate, so
 * that a backlog of one kind, a slow call or a failing provider delays no other loop. Only the end of a reservation
 * may need several providers. Calls made for a buyer's request wait for none of the loops.
 */
import { endDueGroups } from '../../orders/group-purchases/end-group.ts';
import { notifyGroupEndJob } from '../../orders/group-purchases/notify-group.job.ts';
import { expireOrders } from '../../orders/lifecycle/expire-orders.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { createCallBudgets } from '../../platform/call-budget.ts';
import { createWorkLoop, joinLoops, type WorkLoop } from '../../platform/work-loop.ts';
import { checkAttempt } from '../attempts/check-attempt.ts';
import { claimAttempts } from '../attempts/reconcile-attempts.ts';
import {
  claimClosingOrders,
  closeClaimedOrder,
  nextHoldEndMs,
  renewClosingLeases,
} from '../attempts/ending/closing-orders.ts';
import { createUnpaidOrderEnder } from '../attempts/ending/end-unpaid-orders.ts';
import { RENEW_EVERY_MS } from '../lease.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { allProviders } from '../providers/providers.ts';
import { claimRefunds, renewRefundLeases, sendRefund } from '../refunds/send-refunds.ts';
import { claimHints, processHint, renewHintLeases } from '../webhooks/process-webhooks.ts';
import { type CallLimit, createCallLimit } from './call-limit.ts';
import { providerWithBudget } from './provider-with-budget.ts';
import { createUpdateSearch } from './search-updates.ts';

/** Calls per second to each provider, for each process. */
const CALLS_PER_SECOND = { hints: 100, expiry: 500, refunds: 50, checks: 25 };

/**
 * Rows in progress at a time, each with one call. High enough that the rate above is the limit even if a call takes
 * seconds; lower while a provider cannot handle that many. Ending a reservation takes two consecutive calls, and its
 * deadline leaves no time to find the limit.
 */
const CONCURRENCY = {
  hints: { start: 32, ceiling: 128 },
  expiry: { start: 1_500, ceiling: 1_500 },
  refunds: { start: 32, ceiling: 128 },
  checks: { start: 16, ceiling: 64 },
};

const EVERY_MS = 5_000;

export type PaymentLoops = Record<keyof typeof CALLS_PER_SECOND, WorkLoop>;

export function createPaymentLoops(context: PaymentsContext): PaymentLoops {
  const { log, activity } = context;
  const providers = allProviders(context).map((provider) => {
    const budgets = createCallBudgets(CALLS_PER_SECOND, context.clock);
    return (loop: keyof PaymentLoops, limit: CallLimit) =>
      providerWithBudget(provider, budgets.of(loop), limit, (seconds) => budgets.slowDown(seconds));
  });
  type Create = (context: PaymentsContext, concurrency: () => number) => WorkLoop;
  const createLoop = (loop: keyof PaymentLoops, called: typeof providers, create: Create) => {
    const limit = createCallLimit(CONCURRENCY[loop]);
    const [provider, ...otherProviders] = called.map((limited) => limited(loop, limit));
    return create({ ...context, provider: provider!, otherProviders }, () => limit.size);
  };
  const forEachProvider = (loop: keyof PaymentLoops, create: Create) =>
    joinLoops(providers.map((provider) => createLoop(loop, [provider], create)));
  return {
    hints: forEachProvider('hints', (hints, concurrency) =>
      createWorkLoop({
        name: 'payment hints',
        log,
        activity,
        everyMs: EVERY_MS,
        concurrency,
        claim: (limit) => claimHints(hints, limit),
        handle: (hint) => processHint(hints, hint),
        renewal: { everyMs: RENEW_EVERY_MS, renew: (leased) => renewHintLeases(hints, leased) },
      }),
    ),
    expiry: createLoop('expiry', providers, (expiry, concurrency) => {
      const endUnpaidOrder = createUnpaidOrderEnder(expiry);
      return createWorkLoop({
        name: 'end of reservations',
        log,
        activity,
        everyMs: EVERY_MS,
        concurrency,
        async claim(limit) {
          await endUnpayableHolds(expiry);
          await endDueGroups(expiry, (trx, groups) =>
            expiry.jobs.enqueueMany(
              trx,
              notifyGroupEndJob,
              groups.map((groupId) => ({ groupId })),
            ),
          );
          return claimClosingOrders(expiry, limit);
        },
        handle: (orderId) => closeClaimedOrder(expiry, endUnpaidOrder, orderId),
        renewal: { everyMs: RENEW_EVERY_MS, renew: (leased) => renewClosingLeases(expiry, leased) },
        dueInMs: () => nextHoldEndMs(expiry),
      });
    }),
    refunds: forEachProvider('refunds', (refunds, concurrency) =>
      createWorkLoop({
        name: 'refunds',
        log,
        activity,
        everyMs: EVERY_MS,
        concurrency,
        claim: (limit) => claimRefunds(refunds, limit),
        handle: (refund) => sendRefund(refunds, refund),
        renewal: { everyMs: RENEW_EVERY_MS, renew: (leased) => renewRefundLeases(refunds, leased) },
      }),
    ),
    checks: forEachProvider('checks', (checks, concurrency) => {
      const searchUpdates = createUpdateSearch(checks);
      return createWorkLoop({
        name: 'payment checks',
        log,
        activity,
        everyMs: EVERY_MS,
        concurrency,
        async claim(limit) {
          await searchUpdates().catch((error: unknown) =>
            log.error({ err: error }, 'search for changes failed'),
          );
          return claimAttempts(checks, limit);
        },
        handle: (attemptId) => checkAttempt(checks, attemptId, 'check'),
      });
    }),
  };
}

/** Releases orders that no provider could still receive payment for; marks the rest for `claimClosingOrders`. */
async function endUnpayableHolds(context: PaymentsContext): Promise<void> {
  await expireOrders(context, async (trx, released) => {
    for (const orderId of released) await context.jobs.enqueue(trx, orderEvents.cancelled, { orderId });
  });
}
