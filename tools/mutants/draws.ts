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
    'server/orders/participation/listed-cotas.ts',
    ['server/draws/list', 'server/draws/draw-rifa.test.ts'],
    ["          and r.state not in ('done', 'rejected')), 0)", "          and r.state <> 'done'), 0)"],
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
  ...mutate(
    'domain/transparency/log/key-change.ts',
    ['domain/transparency'],
    ['if (!signedBy.includes(after)) return null;', ''],
    ['signedBy.includes(before) && change.lossReason === null', 'change.lossReason === null'],
    ['formatVerifierKey(change.before) === old &&', ''],
    ['formatVerifierKey(change.after) === next', 'next !== null'],
    ['if (!change?.isEndorsed || change', 'if (!change || change'],
    [' || change.before.name !== change.after.name', ''],
    ['if (known.has(formatVerifierKey(change.before))) known', 'known'],
  ),
  ...mutate(
    'domain/transparency/verify/signed/log-keys.ts',
    ['domain/transparency'],
    ['isEndorsed: isEndorsed(notes, { before, after })', 'isEndorsed: true'],
    ['for (const key of current.slice(trusted)) unendorsed.add(key);', ''],
    ['for (const { key } of former.slice(proved)) unendorsed.add(key);', ''],
    ['if (proof && isIncluded(', 'if (proof || isIncluded('],
    ['maxSize: index }', 'maxSize: index + 1 }'],
  ),
  ...mutate(
    'domain/transparency/verify/shown/verify-terms.ts',
    ['domain/transparency/verify/shown'],
    ['...differingDeclaration(shown.declared ?? [], published.declared),', ''],
    ['[lacking(published, shown), lacking(shown, published)]', '[lacking(published, shown), []]'],
  ),
  ...mutate(
    'domain/transparency/verify/whole-log/repeated-entries.ts',
    ['domain/transparency/verify/whole-log'],
    ['if (first.seed === seed) return null;', 'return null;'],
    ['if (same !== undefined)', 'if (same !== undefined && kind !== "sealed")'],
    ['|| version === last + 1) return null;', '|| version > last) return null;'],
  ),
  ...mutate(
    'domain/transparency/verify/whole-log/compare-copied-log.ts',
    ['domain/transparency/verify/whole-log'],
    ['copied.prefixRoot && !equalBytes(copied.prefixRoot, newest.checkpoint.root)', 'false'],
    ['({ index }) => !shown.has(index),', '() => false,'],
  ),
  ...mutate(
    'domain/rifas/declared-terms.ts',
    ['domain/rifas/declared-terms.test.ts'],
    ["...(terms.drawsEarly ? ['esgotada, o sorteio é adiantado'] : []),", ''],
    ["unsoldPolicy === 'draw' || unsoldMinPercent === 0", 'true'],
  ),
  ...mutate(
    'server/transparency/tree/sign-tree.ts',
    ['server/transparency'],
    ["if (change?.before !== before || change.after !== after) return 'UNDECLARED';", ''],
  ),
  ...mutate(
    'server/ranking/revise-ranking.ts',
    ['server/ranking'],
    ['each.isDelivered || (', '('],
    ['(each.userId === null && !each.isVacant)', 'false'],
    ['if (key.startsAt <= revisedFrom(platform.clock.now())) return [];', ''],
    [
      "Math.min(centavosFromNumeric(spent), centavosFromNumeric(now.get(personId)?.spent ?? '0'))",
      'centavosFromNumeric(spent)',
    ],
    ['Math.min(left, PERIODS[period.kind].cappedAtCentavos)', 'left'],
    [
      "    .where('profiles.deletedAt', 'is', null)\n    .where('profiles.personId'",
      "    .where('profiles.personId'",
    ],
  ),
  ...mutate(
    'server/ranking/deliver-ranking-prize.ts',
    ['server/ranking'],
    ['if (delivered && revised.includes(place)) return false;', ''],
  ),
] satisfies Mutant[];
