/** Mutations of use cases that reserve, sell and return numbers, with the tests that must notice. */
import { type Mutant, mutate } from './mutate.ts';

export default [
  ...mutate(
    'server/checkout/coupons/find-coupon.ts',
    ['server/checkout/coupons'],
    [
      "RELEASING_STATUSES = ['cancelled', 'failed', 'refunded']",
      "RELEASING_STATUSES = ['cancelled', 'failed', 'refunded', 'paid']",
    ],
  ),
  ...mutate(
    'server/checkout/purchase/reserve-purchase.ts',
    ['server/checkout/coupons/coupons.test.ts'],
    ['discounts: discountsToStore(priced.discounts),', 'discounts: null,'],
  ),
  ...mutate(
    'server/checkout/stand/sell-from-allotment.ts',
    ['server/checkout/stand'],
    ['line!.quantity === numbers.length && ', ''],
  ),
  ...mutate(
    'server/checkout/stand/reject-sale.ts',
    ['server/checkout/stand'],
    // A concurrent request that sold or rejected the sale first decides, also where its numbers are no longer free.
    ['    if (stored && !isReused) return stored;\n', ''],
  ),
  ...mutate(
    'server/orders/group-purchases/end-parts.ts',
    ['server/checkout/group-purchases'],
    ["  if (from !== 'pending') return { keptOrderIds: new Set(), endedLines };\n", ''],
    ["from === 'paid' ? 'refunded' : 'unpaid'", "'unpaid'"],
    ['endedAt === null && hasPart', 'hasPart'],
  ),
  ...mutate(
    'server/orders/group-purchases/record-part-paid.ts',
    ['server/checkout/group-purchases'],
    ['  if (part.partNo === 1)\n', '  if (part.partNo > 1)\n'],
    ["orders.status is distinct from 'paid'", "orders.status = 'cancelled'"],
  ),
  ...mutate(
    'server/checkout/coupons/claim-coupon.ts',
    ['server/checkout/coupons'],
    ["  if (order && isSame(order)) return 'claimed';\n", ''],
  ),
  ...mutate(
    'server/orders/group-purchases/read-group.ts',
    ['server/checkout/group-purchases'],
    ["state === 'paid' ? (part.orderNumbers ?? part.numbers) : part.numbers", 'part.numbers'],
  ),
  ...mutate(
    'server/orders/lifecycle/release-order.ts',
    ['server/checkout/group-purchases'],
    ["  await recount(trx, endedLines, 'pending', 'cancelled');\n", ''],
    ["  if (to === 'charged_back') await lockRifasOfOrders(trx, orderIds);\n", ''],
  ),
  ...mutate(
    'server/orders/lifecycle/restore-order.ts',
    ['server/payments/settlement/charge-back-reversed.test.ts'],
    ["  if (await isMissingOnList(trx, orderId)) return 'numbers_gone';\n", ''],
    ["if (!(await takeNumbers(trx, lines))) return 'numbers_gone';", 'await takeNumbers(trx, lines);'],
  ),
  ...mutate(
    'server/orders/lifecycle/frozen-lists.ts',
    ['server/payments/settlement/charge-back-reversed.test.ts'],
    ['coalesce(not frozen_lists ? ', 'coalesce(frozen_lists ? '],
  ),
  ...mutate(
    'server/orders/lifecycle/settle-order.ts',
    ['server/checkout/group-purchases'],
    [
      'const isPartFree = isLate && part?.isFree === true;',
      'const isPartFree = isLate && part !== undefined;',
    ],
    ["isPartFree ? 'pending' : order.status", 'order.status'],
  ),
  ...mutate(
    'server/orders/lifecycle/settle-order.ts',
    ['server/checkout/late-payments.test.ts', 'server/orders/reservation'],
    ['    if (rejection) {\n', '    if (false) {\n'],
    [
      'if (!(await retakeShares(trx, orderId, { areSold: false }))) {',
      'if (!(await retakeShares(trx, orderId, { areSold: false })) && false) {',
    ],
  ),
  ...mutate(
    'server/orders/reservation/order-batch-writer.ts',
    ['server/orders/reservation'],
    ['const key = `${request.userId} ${request.clientRequestId}`;', 'const key = request.clientRequestId;'],
    ['if (same && !isSameRequest(same.request, request))', 'if (false)'],
  ),
  ...mutate(
    'server/orders/reservation/reserve-batch.queries.ts',
    ['server/orders/reservation', 'server/draws/list'],
    ['and paused_at is null order by id for key share', 'and paused_at is null order by id'],
  ),
  ...mutate(
    'server/orders/reservation/reserve-request.ts',
    ['server/checkout/group-purchases'],
    [
      'quantity: quantity * (group.partIds.length - 1), requestedNumbers',
      'quantity: group.partIds.length - 1, requestedNumbers',
    ],
  ),
  ...mutate(
    'server/orders/stand/end-allotments.ts',
    ['server/checkout/stand'],
    ["  await recount(trx, lines, 'pending', 'cancelled');\n", ''],
    ["set unsold = '{}', ended_at", 'set ended_at'],
    ['isOwn && !isFinal ?', 'isOwn ?'],
  ),
  ...mutate(
    'server/orders/stand/set-numbers-aside.ts',
    ['server/checkout/stand'],
    ['    if (quantity > room) return', '    if (quantity > limit) return'],
    ['stored.sellerId === by.userId && isSendKey', 'isSendKey'],
  ),
  ...mutate(
    'server/orders/stand/write-stand-order.ts',
    ['server/checkout/stand'],
    ['!holder.unsold.includes(number) || ', ''],
    ['!maySellAfter(end) || ', ''],
    [' || !wereSetAside', ''],
    ['    if (end !== null) await releaseNumbers(trx, lines);\n', ''],
    ["  if (end !== null) await recount(trx, lines, 'cancelled', 'pending');\n", ''],
  ),
  ...mutate(
    'server/orders/lifecycle/restore-order.ts',
    ['server/checkout/group-purchases'],
    ['if (part) await recordPartPaid(trx, part);', ''],
  ),
] satisfies Mutant[];
