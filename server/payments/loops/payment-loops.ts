/**
 * Background work of payments, one loop for each kind, with its own share of the provider's rate: a backlog of one kind,
 * or one slow call, delays no other. Buyers' own calls wait for none of them.
 */
import { endDueGroups } from '../../orders/group-purchases/end-group.ts';
import { notifyGroupEndJob } from '../../orders/group-purchases/notify-group.job.ts';
import { expireOrders } from '../../orders/lifecycle/expire-orders.ts';
import { orderEvents } from '../../orders/lifecycle/order-events.ts';
import { createCallBudgets } from '../../platform/call-budget.ts';
import { createWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
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
import { claimRefunds, renewRefundLeases, sendRefund } from '../refunds/send-refunds.ts';
import { claimHints, processHint, renewHintLeases } from '../webhooks/process-webhooks.ts';
import { providerWithBudget } from './provider-with-budget.ts';
import { createUpdateSweep } from './sweep-updates.ts';

/** Calls per second to each provider, for each process. */
const CALLS_PER_SECOND = { hints: 100, expiry: 500, refunds: 50, checks: 25 };

/**
 * Rows in progress at a time: enough that the rate above is the limit, also while a call takes seconds. Ending a
 * reservation takes two calls one after the other.
 */
const CONCURRENCY = { hints: 128, expiry: 1_500, refunds: 128, checks: 64 };

const EVERY_MS = 5_000;

export type PaymentLoops = Record<keyof typeof CALLS_PER_SECOND, WorkLoop>;

export function createPaymentLoops(context: PaymentsContext): PaymentLoops {
  const { log, activity } = context;
  const limited = [context.provider, ...context.otherProviders].map((provider) => {
    const budgets = createCallBudgets(CALLS_PER_SECOND, context.clock);
    return (loop: keyof PaymentLoops) =>
      providerWithBudget(provider, budgets.of(loop), (seconds) => budgets.slowDown(seconds));
  });
  const contextOf = (loop: keyof PaymentLoops): PaymentsContext => {
    const [provider, ...otherProviders] = limited.map((withBudget) => withBudget(loop));
    return { ...context, provider: provider!, otherProviders };
  };
  const [hints, expiry, refunds, checks] = (['hints', 'expiry', 'refunds', 'checks'] as const).map(
    contextOf,
  ) as [PaymentsContext, PaymentsContext, PaymentsContext, PaymentsContext];
  const sweepUpdates = createUpdateSweep(checks);
  const endUnpaidOrder = createUnpaidOrderEnder(expiry);
  return {
    hints: createWorkLoop({
      name: 'payment hints',
      log,
      activity,
      everyMs: EVERY_MS,
      concurrency: CONCURRENCY.hints,
      claim: (limit) => claimHints(hints, limit),
      handle: (hint) => processHint(hints, hint),
      renewal: { everyMs: RENEW_EVERY_MS, renew: (held) => renewHintLeases(hints, held) },
    }),
    expiry: createWorkLoop({
      name: 'end of reservations',
      log,
      activity,
      everyMs: EVERY_MS,
      concurrency: CONCURRENCY.expiry,
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
      renewal: { everyMs: RENEW_EVERY_MS, renew: (held) => renewClosingLeases(expiry, held) },
      dueInMs: () => nextHoldEndMs(expiry),
    }),
    refunds: createWorkLoop({
      name: 'refunds',
      log,
      activity,
      everyMs: EVERY_MS,
      concurrency: CONCURRENCY.refunds,
      claim: (limit) => claimRefunds(refunds, limit),
      handle: (refund) => sendRefund(refunds, refund),
      renewal: { everyMs: RENEW_EVERY_MS, renew: (held) => renewRefundLeases(refunds, held) },
    }),
    checks: createWorkLoop({
      name: 'payment checks',
      log,
      activity,
      everyMs: EVERY_MS,
      concurrency: CONCURRENCY.checks,
      async claim(limit) {
        await sweepUpdates().catch((error: unknown) =>
          log.error({ err: error }, 'search for changes failed'),
        );
        return claimAttempts(checks, limit);
      },
      handle: (attemptId) => checkAttempt(checks, attemptId, 'check'),
    }),
  };
}

/** Releases what no provider could still be paid for; marks the rest for `claimClosingOrders`. */
async function endUnpayableHolds(context: PaymentsContext): Promise<void> {
  await expireOrders(context, async (trx, released) => {
    for (const orderId of released) await context.jobs.enqueue(trx, orderEvents.cancelled, { orderId });
  });
}
