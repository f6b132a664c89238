/** Mutations of use cases that move money: payments, ledger and payouts, with the tests that must notice. */
import { type Mutant, mutate } from './mutate.ts';

export default [
  ...mutate(
    'server/affiliates/commissions/reverse-commission.job.ts',
    ['server/affiliates/commissions'],
    [', restoredBefore: restored }', ' }'],
    ['    if (await reverseOwnCommission(trx, platform, order)) return;\n', ''],
    ["  if (keptCentavos < dueCentavos && wasVoid && status === 'paid')", '  if (false)'],
  ),
  ...mutate(
    'server/affiliates/payouts/collect-payouts.job.ts',
    ['server/affiliates/commissions'],
    ["            eb('kind', '=', 'restored'),\n", ''],
  ),
  ...mutate(
    'server/affiliates/payouts/collect-payouts.job.ts',
    ['server/affiliates/payouts'],
    ['made.affiliate_id = due.affiliate_id', 'true'],
    ['sum(amount) * 100 >= ${MINIMUM_PAYOUT_CENTAVOS}', 'sum(amount) >= ${MINIMUM_PAYOUT_CENTAVOS}'],
  ),
  ...mutate(
    'server/affiliates/payouts/due-commissions.queries.ts',
    ['server/affiliates/payouts'],
    ['and not ${isDisputed}', ''],
  ),
  ...mutate(
    'server/ledger/post-to-ledger.ts',
    ['server/payments'],
    [".onConflict((conflict) => conflict.columns(['txnKey', 'account']).doNothing())", ''],
  ),
  ...mutate(
    'server/ledger/post-to-ledger.ts',
    ['server/payments/settlement'],
    ['    where key not in (${without})\n', ''],
  ),
  ...mutate(
    'server/ledger/segments/close-segments.ts',
    [
      'server/payments/monitoring/ledger-segments.test.ts',
      'server/payments/monitoring/changed-segments.test.ts',
    ],
    ['if (!(await haveEnded(db, seen.seenXid))) return;', ''],
    ['if (unbalanced.length > 0) return false;', ''],
  ),
  ...mutate(
    'server/ledger/segments/payment-days.ts',
    ['server/payments/monitoring/payment-days.test.ts'],
    ['known.digest + coalesce(changed.digest, 0))', 'coalesce(found.digest, 0))'],
    ['with counted as (delete from payment_changes)', 'with counted as (select)'],
    [
      'union all select held, owed from payment_changes) as summed',
      'union all select held, owed from payment_changes where false) as summed',
    ],
    ['on conflict (day) do nothing', 'on conflict (day) do update set held = 0'],
  ),
  ...mutate(
    'server/ledger/segments/verify-segments.ts',
    ['server/payments/monitoring/changed-segments.test.ts'],
    [
      '(segment.entries, segment.sums, segment.banked, segment.digest)',
      '(segment.entries, segment.sums, segment.banked, found.digest)',
    ],
  ),
  ...mutate(
    'server/payments/attempts/check-attempt.ts',
    ['server/payments/attempts'],
    ["kind === 'unavailable' || kind === 'auth'", "kind === 'auth'"],
  ),
  ...mutate(
    'server/payments/attempts/ending/close-order.ts',
    ['server/payments/attempts/ending'],
    ["  if (outcomes.includes('paid')) return 'paid';\n", ''],
    ["  if (outcomes.includes('unreachable') && overdue < HARD_RELEASE_MS) return 'waiting';\n", ''],
  ),
  ...mutate(
    'server/payments/attempts/ending/closing-orders.ts',
    ['server/payments/attempts/ending'],
    [".where(sql`coalesce(closing_next_at, closing_at)`, '<=', now)", ''],
  ),
  ...mutate(
    'server/payments/attempts/ending/closing-orders.ts',
    ['server/payments/attempts/provider-outage.test.ts'],
    ["eb('holdExpiresAt', '<=', new Date(now.getTime() - HARD_RELEASE_MS)),\n", ''],
    ['  if (unreachableProviderIds(context).length > 0) return new Date(soonest);\n', ''],
  ),
  ...mutate(
    'server/payments/attempts/ending/end-orders-of-person.job.ts',
    ['server/payments/attempts/ending/end-orders-of-person.test.ts'],
    [".where('profiles.personId', '=', personId)", ''],
    [".where('profiles.personId', '=', personId)", ".where('profiles.id', '=', personId)"],
  ),
  ...mutate(
    'server/payments/attempts/ending/end-unpaid-orders.ts',
    ['server/payments'],
    [
      "if (!cancelled.ok || cancelled.value.state !== 'cancelled') return null;",
      'if (!cancelled.ok) return null;',
    ],
  ),
  ...mutate(
    'server/payments/attempts/ending/end-unpaid-orders.ts',
    ['server/payments/attempts/ending'],
    ["where o.status = 'pending' and o.closing_at is not null", 'where true'],
    ["if (!read.ok || read.value.state !== 'pending') return null;", ''],
  ),
  ...mutate(
    'server/payments/lease.ts',
    ['server/payments/refunds'],
    ['LEASE_MS = 10_000;', 'LEASE_MS = 60_000;'],
  ),
  ...mutate(
    'server/payments/loops/payment-loops.ts',
    ['server/payments/attempts/ending'],
    ['await endUnpayableHolds(expiry);', ''],
  ),
  ...mutate(
    'server/payments/pay-order.routes.ts',
    ['server/checkout/coupons/coupons.test.ts'],
    ['isOwn ? order.discounts : order.discounts.map((each) => ({ ...each, code: null }))', 'order.discounts'],
  ),
  ...mutate(
    'server/payments/provider-client/breaker.ts',
    ['server/payments/provider-client'],
    ['if (now < openUntil) return;', ''],
    ['Math.min(openMs * 2, LONGEST_OPEN_MS)', 'openMs * 2'],
  ),
  ...mutate(
    'server/payments/providers/providers.ts',
    ['server/payments/attempts', 'server/payments/loops'],
    ['    .filter((provider) => provider.isAvailable())\n', ''],
  ),
  ...mutate(
    'server/payments/refunds/send-refunds.ts',
    ['server/payments/refunds'],
    ['refunded.amountCentavos === centavosFromNumeric(refund.amount) &&', ''],
    [
      "      ...(next && { nextAttemptAt: next }),\n    })\n    .where('id', '=', refund.id)\n    .where('attempts', '=', refund.attempts)\n",
      "      ...(next && { nextAttemptAt: next }),\n    })\n    .where('id', '=', refund.id)\n",
    ],
  ),
  ...mutate(
    'server/payments/review/list-payments-to-review.ts',
    ['server/payments/review'],
    ['failures > 1 &&', ''],
    ["health === 'fails' &&", ''],
    ['failingSince.getTime() > FAILING_MS', 'failingSince.getTime() > 2 * FAILING_MS'],
  ),
  ...mutate(
    'server/payments/settlement-reports/read-at-provider.ts',
    ['server/payments/settlement-reports'],
    ["await applySnapshot(context, read.value, 'admin');", ''],
    ["read.error.kind !== 'not_found' && ", ''],
    ["{ found: wasAsked ? 'absent' : 'unavailable' }", "{ found: 'absent' }"],
  ),
  ...mutate(
    'server/payments/settlement/apply-snapshot.ts',
    ['server/payments'],
    [" || snapshot.currency !== 'BRL'", ''],
  ),
  ...mutate(
    'server/payments/settlement/plain-settlements.ts',
    ['server/payments/settlement'],
    ["stored.disposition === 'open' && ", ''],
    ['    orderOf.delete(order.external_reference);\n', ''],
    ['      snapshot.amountCentavos === centavosFromNumeric(order.total_amount) &&\n', ''],
    ['      ofOrder.every(({ rifa_id }) => !cancelled.has(rifa_id)) &&\n', ''],
  ),
  ...mutate(
    'server/payments/settlement/reverse-charge-back.ts',
    ['server/payments/settlement/charge-back-reversed.test.ts'],
    [" and txn_key like '%:won'`", '`'],
    ['if (!was && !is) return;', 'if (!is) return;'],
  ),
  ...mutate(
    'server/payments/settlement/settlement-batch-writer.ts',
    ['server/payments/settlement'],
    [' -c lock_timeout=${LOCK_TIMEOUT}', ''],
  ),
  ...mutate(
    'server/payments/webhooks/process-webhooks.ts',
    ['server/payments/webhooks'],
    [' and webhook_inbox.attempts = held.attempts`.execute(context.lookups)', '`.execute(context.lookups)'],
  ),
  ...mutate(
    'server/platform/jobs/jobs.ts',
    ['server/platform/jobs/jobs.test.ts'],
    ['if (workerId) boss.notifyWorker(workerId);', ''],
  ),
  ...mutate(
    'server/affiliates/payouts/export-payouts.ts',
    ['server/affiliates/payouts'],
    [".$if(!again, (query) => query.where('exportedAt', 'is', null))", ''],
    [".where('status', '=', 'approved')", ''],
  ),
] satisfies Mutant[];
