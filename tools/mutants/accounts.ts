/** Mutations of use cases that keep accounts and secrets apart, merge people and receive mails, with the tests that must notice. */
import { type Mutant, mutate } from './mutate.ts';

export default [
  ...mutate(
    'database/migrations/0920_payment_days.sql',
    ['server/payments/monitoring/payment-days.test.ts'],
    ["when provider <> 'cash' and disposition", 'when disposition'],
    ['        -payment_held(provider', '        payment_held(provider'],
    ["case when disposition in ('late', 'duplicate', 'mismatch')", "case when disposition in ('late')"],
  ),
  ...mutate(
    'server/accounts/limits/change-own-limits.ts',
    ['server/payments/attempts/ending/end-orders-of-person.test.ts'],
    ['await platform.jobs.enqueue(trx, spendingBlocked, { personId }, { startAfter });', ''],
  ),
  ...mutate(
    'server/accounts/persons/join-persons.ts',
    ['server/admin/people', 'server/accounts/persons'],
    ['set cotas = rifa_shares.cotas + excluded.cotas,', 'set cotas = rifa_shares.cotas,'],
    ['use_no = claim.use_no + coalesce((', 'use_no = claim.use_no + 0 * coalesce(('],
    ['  await mergeOwnLimits(trx, id, formerId, platform.clock.now());\n', ''],
  ),
  ...mutate(
    'server/accounts/secrets/known-secrets.ts',
    ['server/accounts/secrets'],
    ["if (state === 'undeclared' && !canBeReplaced)", "if (state === 'foreign' && !canBeReplaced)"],
    ["if (isAmong(rows, current)) return { state: 'known', known };", ''],
    ["if (known > 0) return { state: 'foreign', known };", ''],
    ["(await isDeclared(db, current)) ? 'declared' : 'undeclared'", "'declared'"],
    ["if (found.state === 'undeclared') await", 'await'],
    ["    await trx.deleteFrom('auth.declaredSecrets').execute();\n", ''],
    ['if (!isAmong(known, secret) && !(await isDeclared(db, secret)))', 'if (!isAmong(known, secret))'],
  ),
  ...mutate(
    'server/admin/people/merge-people.ts',
    ['server/admin/people', 'server/accounts/persons'],
    ["  if (former.role !== 'buyer') return 'staff';\n", ''],
    ["return rows[0]!.pending > 0 ? 'pending_orders' : null;", 'return null;'],
    ["  if (rows[0]!.affiliates > 1) return 'affiliates';\n", ''],
  ),
  ...mutate(
    'server/platform/vault.ts',
    ['server/accounts/secrets/secret-rotation.test.ts'],
    ['tryOpen(sealed, row);\n    if (!plain)', 'decrypt(sealed, row, current.seal);\n    if (!plain)'],
  ),
  ...mutate(
    'server/support/inbound/receive-mail.ts',
    ['server/support/inbound/inbound-mail.test.ts'],
    ['token === null || failsAuthentication(headers) ? null', 'token === null ? null'],
    [
      "    .where(\n      sql<string>`lower(coalesce(profiles.email, ${statedEmail('ticket.userId')}, ticket.contact_email))`,\n      '=',\n      sender,\n    )\n",
      '',
    ],
    ['      ticket !== null &&\n', ''],
    ['isAutomaticMail(headers, from.address) || ', ''],
  ),
] satisfies Mutant[];
