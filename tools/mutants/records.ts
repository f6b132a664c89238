/** Mutations of merged people, mails that come in, the hourly check and payouts, with the tests that must notice. */
import type { Mutant } from './mutants.ts';

const of = (file: string, tests: string[], ...changes: [find: string, replace: string][]): Mutant[] =>
  changes.map(([find, replace]) => ({ file, find, replace, tests }));

const MERGE = ['server/admin/people', 'server/accounts/persons'];
const MAIL = ['server/support/inbound/inbound-mail.test.ts'];
const DAYS = ['server/payments/monitoring/payment-days.test.ts'];
const PAYOUTS = ['server/affiliates/payouts'];
const STAND = ['server/checkout/stand'];

export default [
  ...of(
    'server/accounts/persons/join-persons.ts',
    MERGE,
    ['set cotas = rifa_shares.cotas + excluded.cotas,', 'set cotas = rifa_shares.cotas,'],
    ['use_no = claim.use_no + coalesce((', 'use_no = claim.use_no + 0 * coalesce(('],
    ['  await mergeOwnLimits(trx, id, formerId);\n', ''],
  ),
  ...of(
    'server/admin/people/merge-people.ts',
    MERGE,
    ["  if (former.role !== 'buyer') return 'staff';\n", ''],
    ["return rows[0]!.pending > 0 ? 'pending_orders' : null;", 'return null;'],
    ["  if (rows[0]!.affiliates > 1) return 'affiliates';\n", ''],
  ),
  ...of(
    'server/support/inbound/receive-mail.ts',
    MAIL,
    ['token === null || failsAuthentication(headers) ? null', 'token === null ? null'],
    ["    .where(sql<string>`lower(coalesce(profiles.email, ticket.contact_email))`, '=', sender)\n", ''],
    ['      ticket !== null &&\n', ''],
    ['isAutomaticMail(headers, from.address) || ', ''],
  ),
  ...of(
    'server/ledger/segments/payment-days.ts',
    DAYS,
    ['known.digest + coalesce(changed.digest, 0))', 'coalesce(found.digest, 0))'],
    ['with counted as (delete from payment_changes)', 'with counted as (select)'],
    [
      'union all select held, owed from payment_changes) as summed',
      'union all select held, owed from payment_changes where false) as summed',
    ],
    ['on conflict (day) do nothing', 'on conflict (day) do update set held = 0'],
  ),
  ...of(
    'database/migrations/0920_payment_days.sql',
    DAYS,
    ["when provider <> 'cash' and disposition", 'when disposition'],
    ['        -payment_held(provider', '        payment_held(provider'],
    ["case when disposition in ('late', 'duplicate', 'mismatch')", "case when disposition in ('late')"],
  ),
  ...of(
    'server/affiliates/payouts/collect-payouts.job.ts',
    PAYOUTS,
    ['made.affiliate_id = due.affiliate_id', 'true'],
    ['sum(amount) * 100 >= ${MINIMUM_PAYOUT_CENTAVOS}', 'sum(amount) >= ${MINIMUM_PAYOUT_CENTAVOS}'],
  ),
  ...of('server/affiliates/payouts/due-commissions.queries.ts', PAYOUTS, ['and not ${isDisputed}', '']),
  ...of(
    'server/orders/stand/end-allotments.ts',
    STAND,
    ["set unsold = '{}', ended_at", 'set ended_at'],
    ['isOwn && !isFinal ?', 'isOwn ?'],
  ),
  ...of(
    'server/orders/stand/set-numbers-aside.ts',
    STAND,
    ['    if (quantity > room) return', '    if (quantity > limit) return'],
    ['stored.sellerId === by.userId && isSendKey', 'isSendKey'],
  ),
  ...of(
    'server/orders/stand/write-stand-order.ts',
    STAND,
    ['    if (end !== null) await releaseNumbers(trx, lines);\n', ''],
    ["  if (end !== null) await recount(trx, lines, 'cancelled', 'pending');\n", ''],
  ),
] satisfies Mutant[];
