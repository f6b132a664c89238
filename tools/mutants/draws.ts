/** Mutations of use cases that freeze lists, decide draws and hand prizes over, with the tests that must notice. */
import { type Mutant, mutate } from './mutate.ts';

export default [
  ...mutate(
    'server/draws/list/freeze-list.ts',
    ['server/checkout/group-purchases'],
    ["      (await hasOpen(trx, 'groupPurchases', rifaId)) ||\n", ''],
  ),
  ...mutate(
    'server/draws/list/freeze-list.ts',
    ['server/checkout/stand'],
    [" ||\n      (await hasOpen(trx, 'standAllotments', rifaId))", ''],
  ),
  ...mutate(
    'server/draws/list/read-sold-cotas.ts',
    ['server/draws/list', 'server/draws/draw-rifa.test.ts'],
    [
      "              and r.state not in ('done', 'rejected')), 0)",
      "              and r.state <> 'done'), 0)",
    ],
    [" and c.released_at is null and r.state <> 'rejected'", ' and c.released_at is null'],
    ["when o.disputed_at is not null then 'dispute'", "when false then 'dispute'"],
  ),
  ...mutate(
    'server/draws/prizes/prizes.queries.ts',
    ['server/draws/prizes'],
    ["(orderStatus === 'refunded' && Boolean(isSealedRefund))", "orderStatus === 'refunded'"],
    ['disputedAt === null && (', '('],
  ),
  ...mutate(
    'server/draws/replace-winners.ts',
    ['server/draws/draw-rifa.test.ts'],
    [
      'position === winnerPosition && holder.userId === userId',
      'position === winnerPosition && holder.userId === userId && position < 0',
    ],
    ['position === winnerPosition && holder.userId === userId', 'position === winnerPosition'],
    ['position === winnerPosition && holder.userId === userId', 'holder.userId === userId'],
  ),
  ...mutate(
    'server/partners/vouchers/redemption/validate-voucher.ts',
    ['server/partners/vouchers'],
    ["    .where((voucher) => voucher.not(awaitsDecision('serviceVouchers.winnerId')))\n", ''],
  ),
  ...mutate(
    'server/partners/vouchers/vouchers.queries.ts',
    ['server/partners/vouchers'],
    ["    .where((eb) => eb.not(awaitsDecision('rifaWinners.id')))\n", ''],
  ),
] satisfies Mutant[];
