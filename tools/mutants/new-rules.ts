/** Mutations of stored discounts, declared secrets, payments read by hand and failing providers, with the tests that must notice. */
import type { Mutant } from './mutants.ts';

const of = (file: string, tests: string[], ...changes: [find: string, replace: string][]): Mutant[] =>
  changes.map(([find, replace]) => ({ file, find, replace, tests }));

const COUPONS = ['server/checkout/coupons/coupons.test.ts'];
const SECRETS = ['server/accounts/secrets'];
const REPORTS = ['server/payments/settlement-reports'];

export default [
  ...of(
    'domain/checkout/discounts.ts',
    ['domain/checkout'],
    ['taken.filter(({ amountCentavos }) => amountCentavos > 0)', 'taken.filter(() => true)'],
    ['return some.length === 0\n    ? null', 'return some.length === 0\n    ? []'],
    ["if (kind === 'vip') return 'Desconto VIP';", ''],
  ),
  ...of('server/checkout/reserve-purchase.ts', COUPONS, [
    'discounts: discountsToStore(priced.discounts),',
    'discounts: null,',
  ]),
  ...of('server/payments/pay-order.routes.ts', COUPONS, [
    'isOwn ? order.discounts : order.discounts.map((each) => ({ ...each, code: null }))',
    'order.discounts',
  ]),
  ...of(
    'server/accounts/secrets/known-secrets.ts',
    SECRETS,
    ["if (state === 'undeclared' && !canBeReplaced)", "if (state === 'foreign' && !canBeReplaced)"],
    ["if (isAmong(rows, current)) return { state: 'known', known };", ''],
    ["if (known > 0) return { state: 'foreign', known };", ''],
    ["(await isDeclared(db, current)) ? 'declared' : 'undeclared'", "'declared'"],
    ["if (found.state === 'undeclared') await", 'await'],
    ["    await trx.deleteFrom('auth.declaredSecrets').execute();\n", ''],
    ['if (!isAmong(known, secret) && !(await isDeclared(db, secret)))', 'if (!isAmong(known, secret))'],
  ),
  ...of(
    'server/payments/settlement-reports/read-at-provider.ts',
    REPORTS,
    ["await applySnapshot(context, read.value, 'admin');", ''],
    ["read.error.kind !== 'not_found' && ", ''],
    ["{ found: wasAsked ? 'absent' : 'unavailable' }", "{ found: 'absent' }"],
  ),
  ...of(
    'server/payments/review/list-payments-to-review.ts',
    ['server/payments/review'],
    ['failures > 1 &&', ''],
    ["health === 'fails' &&", ''],
    ['failingSince.getTime() > FAILING_MS', 'failingSince.getTime() > 2 * FAILING_MS'],
  ),
] satisfies Mutant[];
