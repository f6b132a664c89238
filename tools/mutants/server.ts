/** Mutations of the use cases that move money and numbers, with the tests that must notice. */
import type { Mutant } from './mutants.ts';

export default [
  {
    file: 'server/orders/stand/write-stand-order.ts',
    find: 'numbers.filter((number) => !allotment.unsold.includes(number))',
    replace: 'numbers.filter(() => false)',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/orders/stand/write-stand-order.ts',
    find: '!maySellAfter(end) || ',
    replace: '',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/orders/stand/write-stand-order.ts',
    find: ' || !wereSetAside',
    replace: '',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/checkout/stand/sell-from-allotment.ts',
    find: 'line!.quantity === numbers.length && ',
    replace: '',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/checkout/stand/sell-from-allotment.ts',
    find: '    if (repeated) return repeated;\n',
    replace: '',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/draws/list/freeze-list.ts',
    find: ' || (await hasOpenAllotments(trx, rifaId))',
    replace: '',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/orders/stand/end-allotments.ts',
    find: "  await recount(trx, lines, 'pending', 'cancelled');\n",
    replace: '',
    tests: ['server/checkout/stand'],
  },
  {
    file: 'server/payments/webhooks/process-webhooks.ts',
    find: "    .where('attempts', '=', hint.attempts)\n",
    replace: '',
    tests: ['server/payments/webhooks'],
  },
  {
    file: 'server/payments/settlement/apply-snapshot.ts',
    find: " || snapshot.currency !== 'BRL'",
    replace: '',
    tests: ['server/payments'],
  },
  {
    file: 'server/payments/refunds/send-refunds.ts',
    find: 'made.amountCentavos === centavosFromNumeric(refund.amount) &&',
    replace: '',
    tests: ['server/payments/refunds'],
  },
  {
    file: 'server/payments/attempts/ending/close-order.ts',
    find: "  if (outcomes.includes('paid')) return 'paid';\n",
    replace: '',
    tests: ['server/payments/attempts/ending'],
  },
  {
    file: 'server/payments/attempts/ending/close-order.ts',
    find: "  if (outcomes.includes('unreachable') && overdue < HARD_RELEASE_MS) return 'waiting';\n",
    replace: '',
    tests: ['server/payments/attempts/ending'],
  },
  {
    file: 'server/payments/attempts/ending/closing-orders.ts',
    find: ".where(sql`coalesce(closing_next_at, closing_at)`, '<=', now)",
    replace: '',
    tests: ['server/payments/loops'],
  },
  {
    file: 'server/payments/attempts/ending/end-unpaid-orders.ts',
    find: "where o.status = 'pending' and o.closing_at is not null",
    replace: 'where true',
    tests: ['server/payments/loops'],
  },
  {
    file: 'server/payments/attempts/ending/end-unpaid-orders.ts',
    find: "if (!cancelled.ok || cancelled.value.state !== 'cancelled') return null;",
    replace: 'if (!cancelled.ok) return null;',
    tests: ['server/payments'],
  },
  {
    file: 'server/payments/attempts/ending/end-unpaid-orders.ts',
    find: "if (!read.ok || read.value.state !== 'pending') return null;",
    replace: '',
    tests: ['server/payments/attempts/ending'],
  },
  {
    file: 'server/payments/loops/payment-loops.ts',
    find: 'await endUnpayableHolds(expiry);',
    replace: '',
    tests: ['server/payments/attempts/ending'],
  },
  {
    file: 'server/platform/jobs.ts',
    find: 'if (workerId) boss.notifyWorker(workerId);',
    replace: '',
    tests: ['server/platform/jobs.test.ts'],
  },
  {
    file: 'server/platform/vault.ts',
    find: 'tryOpen(sealed, row);\n    if (!plain)',
    replace: 'decrypt(sealed, row, current.seal);\n    if (!plain)',
    tests: ['server/accounts/secret-rotation.test.ts'],
  },
  {
    file: 'server/ledger/post-to-ledger.ts',
    find: ".onConflict((conflict) => conflict.columns(['txnKey', 'account']).doNothing())",
    replace: '',
    tests: ['server/payments'],
  },
  {
    file: 'server/ledger/segments/close-segments.ts',
    find: 'if (!(await haveEnded(db, seen.seenXid))) return;',
    replace: '',
    tests: ['server/payments/monitoring/ledger-segments.test.ts'],
  },
  {
    file: 'server/ledger/segments/close-segments.ts',
    find: 'if (unbalanced.length > 0) return false;',
    replace: '',
    tests: ['server/payments/monitoring/ledger-segments.test.ts'],
  },
  {
    file: 'server/ledger/segments/verify-segments.ts',
    find: '(segment.entries, segment.sums, segment.banked, segment.digest)',
    replace: '(segment.entries, segment.sums, segment.banked, found.digest)',
    tests: ['server/payments/monitoring/ledger-segments.test.ts'],
  },
] satisfies Mutant[];
