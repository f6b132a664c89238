/** Mutations that open a way for an attacker, one gate at a time. The attackers of server/integration/attacks must notice. */
import { type Mutant, mutate } from './mutate.ts';

const tests = ['server/integration/attacks'];

export default [
  // An account with a pending second factor.
  {
    file: 'server/accounts/protocol/second-factor-gate.ts',
    find: "(c) => c.req.query('scope') === 'local'",
    replace: '() => true',
    tests,
  },
  {
    file: 'server/accounts/profile/user-view.ts',
    find: 'if (isSecondFactorPending(factors, aal)) return',
    replace: 'if (factors.length > 99) return',
    tests,
  },
  // A stolen session, without a recent proof.
  {
    file: 'server/accounts/providers/providers.routes.ts',
    find: "path: '/user/identities/authorize', needsRecentProof: always",
    replace: "path: '/user/identities/authorize'",
    tests,
  },
  {
    file: 'server/accounts/providers/begin-sign-in.ts',
    find: 'request.linkingUserId || !request.challenge ? hashOf(request.browser) : null',
    replace: 'null',
    tests,
  },
  {
    file: 'server/accounts/profile/own-account.routes.ts',
    find: 'password !== undefined || email !== undefined',
    replace: 'password !== undefined',
    tests,
  },
  {
    file: 'server/accounts/profile/own-account.routes.ts',
    find: 'password !== undefined || email !== undefined',
    replace: 'email !== undefined',
    tests,
  },
  {
    file: 'server/accounts/factors/factors.routes.ts',
    find: "path: '/factors', body: enrolBody, needsRecentProof: always",
    replace: "path: '/factors', body: enrolBody",
    tests,
  },
  {
    file: 'server/accounts/factors/factors.routes.ts',
    find: "path: '/factors/:id', needsRecentProof: always",
    replace: "path: '/factors/:id'",
    tests,
  },
  {
    file: 'server/affiliates/affiliates.routes.ts',
    find: '    .use(requireRecentProof)\n',
    replace: '',
    tests,
  },
  // Recovery by the owner.
  {
    file: 'server/accounts/security/reversible-changes.ts',
    find: 'await jobs.enqueue(trx, sendChangeNoticeJob, { changeId: id, to: recipients });',
    replace: '',
    tests,
  },
  {
    file: 'server/accounts/security/reversible-changes.ts',
    find: '[...to, ...earlier]',
    replace: 'to',
    tests,
  },
  {
    file: 'server/accounts/security/undo-change.ts',
    find: ".where('position', '>=', change.position)",
    replace: ".where('position', '=', change.position)",
    tests,
  },
  {
    file: 'server/accounts/security/undo-change.ts',
    find: "  await trx.deleteFrom('auth.sessions').where('userId', '=', userId).execute();\n",
    replace: '',
    tests,
  },
  {
    file: 'server/accounts/security/undo-change.ts',
    find: '  await voidPendingTokens(trx, userId);\n',
    replace: '',
    tests: ['server/accounts/security'],
  },
  // Separate budgets.
  {
    file: 'server/orders/own-numbers/send-lookup-code.job.ts',
    find: "{ name: 'lookup-sms-all', hits: aDay, seconds: DAY_SECONDS };\n  return (\n    (await spend(db, clock, SMS_OF_PHONE, phone)) === null && (await spend(db, clock, all, 'all'))",
    replace:
      "{ name: 'sms-all', hits: aDay, seconds: DAY_SECONDS };\n  return (\n    (await spend(db, clock, SMS_OF_PHONE, phone)) === null && (await spend(db, clock, all, 'everybody'))",
    tests: ['server/orders/own-numbers'],
  },
  {
    file: 'server/accounts/factors/guess-budget.ts',
    find: "  if (isKnown) return askerOf('known', `${userId} ${here}`);\n",
    replace: '',
    tests: ['server/accounts/factors/guess-budget.test.ts'],
  },
  {
    file: 'server/accounts/factors/guess-budget.ts',
    find: 'key: `${userId} stranger ${here}`',
    replace: 'key: `${userId} stranger`',
    tests: ['server/accounts/factors/guess-budget.test.ts'],
  },
  {
    file: 'server/accounts/factors/guess-budget.ts',
    find: "return kind === 'stranger' ? STRANGER_GUESSES_PER_DAY : GUESSES_PER_DAY;",
    replace: 'return GUESSES_PER_DAY;',
    tests: ['server/accounts/factors/guess-budget.test.ts'],
  },
  // Benefits and caps of a person.
  {
    file: 'server/orders/lifecycle/retake-coupon.ts',
    find: '  if (!use) return true;',
    replace: '  return true;',
    tests: ['server/checkout/late-payments.test.ts'],
  },
  {
    file: 'server/checkout/coupons/delete-claims.ts',
    find: ' for share`',
    replace: '`',
    tests: ['server/checkout/late-payments.test.ts'],
  },
  {
    file: 'server/orders/reservation/unpaid-holdings.queries.ts',
    find: "case when total_spent = 0 then 'unpaid network '",
    replace: "case when total_spent < 0 then 'unpaid network '",
    tests: ['server/orders/reservation/unpaid-holdings.test.ts'],
  },
  // Requests repeated after a lost response.
  ...mutate(
    'server/platform/http/idempotency/once.ts',
    ['server/platform/http/idempotency'],
    ['first.output === null || !isSame(first, request)', 'first.output === null'],
    ['first.output === null || !isSame(first, request)', '!isSame(first, request)'],
    ['one.callerId === other.callerId &&', ''],
    ['one.procedure === other.procedure &&', ''],
    [' &&\n    one.inputHash.equals(other.inputHash)', ''],
    ['error.status < 500', 'true'],
    ['else await endRequest(platform, key, null).catch(() => undefined);', ''],
  ),
] satisfies Mutant[];
