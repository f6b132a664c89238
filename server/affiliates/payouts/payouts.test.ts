/** Payouts: collected once on the 15th, from R$ 50,00 on, approved, never for a reversed sale. */
import { call } from '@orpc/server';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recordStatements } from '@mare/database/statements.testing.ts';
import { latestPayout, nextPayout } from '@mare/domain/affiliates/payout.ts';
import {
  createPaymentsTestbed,
  ledgerBalances,
  type PaymentsTestbed,
} from '../../payments/payments.testing.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { findDeletionBlockers } from '../../accounts/privacy/deletion-blockers.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { addAdmin, addAffiliate, refundPart, sale, refundSale } from '../affiliates.testing.ts';
import { affiliatesRoutes } from '../affiliates.routes.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { reverseCommission } from '../commissions/reverse-commission.job.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { sendCommissionMailJob } from '../commissions/send-commission-mail.job.ts';
import type { Role } from '@mare/domain/accounts/permissions.ts';
import { collectPayouts } from './collect-payouts.job.ts';

let bed: PaymentsTestbed;
let adminId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
  adminId = await addAdmin(bed);
});
afterAll(() => bed.close());
let advancedDays = 0;
/** Test rifas sell for one day, so every test starts at the current time. */
function advance(days: number): void {
  advancedDays += days;
  bed.clock.advance(days * 86_400);
}
beforeEach(async () => {
  advance(-advancedDays);
  await bed.pool.query('truncate payouts, affiliate_commissions cascade');
});

const asAdmin = () => ({ context: testContext(bed.platform, { userId: adminId, role: 'admin' }) });
const payouts = () => bed.db.selectFrom('payouts').selectAll().orderBy('createdAt').execute();

/** Moves commissions to before the time that the latest 15th pays for. */
async function confirmedDaysBefore(affiliateId: string, days: number): Promise<void> {
  const { endsBefore } = latestPayout(bed.clock.now());
  await bed.db
    .updateTable('affiliateCommissions')
    .set({ confirmedAt: new Date(endsBefore.getTime() - days * 86_400_000) })
    .where('affiliateId', '=', affiliateId)
    .where('payoutId', 'is', null)
    .execute();
}

/** An affiliate with this balance since before the latest 15th. */
async function owed(centavos: number, pixKey = 'ana@exemplo.com.br') {
  const affiliate = await addAffiliate(bed, { pixKey });
  const order = await sale(bed, affiliate.id, centavos * 20);
  await confirmedDaysBefore(affiliate.id, 3);
  return { ...affiliate, order };
}

test.each([
  [4_999, 0],
  [5_000, 1],
])('%d centavos create %d payouts', async (centavos, made) => {
  await owed(centavos);
  expect(await collectPayouts(bed.platform)).toBe(made);
});

// @covers community 2: payouts on the 15th from R$ 50,00, of sales confirmed in the last 30 days; approved,
//   exported, paid once ('Reunir o dia 15', 'Exportar aprovados', 'Marcar como pago')
//   [server/affiliates/payouts/collect-payouts.job.ts, server/affiliates/payouts/decide-payout.ts]
test('sales after the 15th wait; a balance below the minimum carries over', async () => {
  const affiliate = await addAffiliate(bed);
  await sale(bed, affiliate.id, 60_000);
  await confirmedDaysBefore(affiliate.id, 3);
  await sale(bed, affiliate.id, 60_000);
  expect(await collectPayouts(bed.platform)).toBe(0);
  await confirmedDaysBefore(affiliate.id, 40);
  expect(await collectPayouts(bed.platform)).toBe(1);
  expect((await payouts())[0]).toMatchObject({ amount: '60.00', status: 'collected' });
});

test('tells affiliates what the next payout takes, and what an unpaid one holds', async () => {
  const affiliate = await owed(8_000);
  const forPayout = async () => {
    const context = testContext(bed.platform, { userId: affiliate.userId });
    const { panel } = await call(affiliatesRoutes.panel, undefined, { context });
    return [panel!.pendingCentavos, panel!.dueCentavos, panel!.collectedCentavos];
  };
  await bed.db
    .updateTable('affiliateCommissions')
    .set({ confirmedAt: nextPayout(bed.clock.now()).endsBefore })
    .where('affiliateId', '=', affiliate.id)
    .execute();
  expect(await forPayout()).toEqual([8_000, 0, 0]);
  await confirmedDaysBefore(affiliate.id, 3);
  expect(await forPayout()).toEqual([8_000, 8_000, 0]);
  const dispute = (disputedAt: Date | null) =>
    bed.db.updateTable('orders').set({ disputedAt }).where('id', '=', affiliate.order.id).execute();
  await dispute(bed.clock.now());
  expect(await forPayout()).toEqual([8_000, 0, 0]);
  await dispute(null);
  await collectPayouts(bed.platform);
  expect(await forPayout()).toEqual([8_000, 0, 8_000]);
});

test('ten concurrent collectors create one payout', async () => {
  const affiliate = await owed(8_000);
  const made = await Promise.all(Array.from({ length: 10 }, () => collectPayouts(bed.platform)));
  expect(made.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await payouts()).toMatchObject([{ affiliateId: affiliate.id, amount: '80.00' }]);
});

test('collects from many affiliates and sales in as many statements as from one', async () => {
  const statements = recordStatements(bed.pool);
  const collect = async () => {
    statements.length = 0;
    const made = await collectPayouts(bed.platform);
    // The shop's loops use the same connections.
    return [made, statements.map(({ text }) => text).filter((text) => /affiliate|payout/.test(text))];
  };
  await owed(8_000);
  const [, one] = await collect();
  expect(one).not.toEqual([]);
  const [first] = [await owed(6_000), await owed(7_000), await owed(4_999)];
  await sale(bed, first.id, 40_000);
  await confirmedDaysBefore(first.id, 3);
  expect(await collect()).toEqual([2, one]);
  expect((await payouts()).map(({ amount }) => amount).toSorted()).toEqual(['70.00', '80.00', '80.00']);
  const { rows: foreign } = await bed.pool.query(
    `select from affiliate_commissions sale join payouts on payouts.id = sale.payout_id
      where payouts.affiliate_id <> sale.affiliate_id`,
  );
  expect(foreign).toEqual([]);
});

test('a sale whose payment is disputed waits', async () => {
  await owed(8_000);
  await bed.pool.query('update orders set disputed_at = now()');
  expect(await collectPayouts(bed.platform)).toBe(0);
  await bed.pool.query('update orders set disputed_at = null');
  expect(await collectPayouts(bed.platform)).toBe(1);
});

test('three concurrent admins approve and pay once', async () => {
  const affiliate = await owed(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  const press = (decide: () => Promise<unknown>) =>
    Promise.allSettled([1, 2, 3].map(decide)).then(
      (answers) => answers.filter((answer) => answer.status === 'fulfilled').length,
    );
  const reference = 'E123';
  await expect(call(routes.payPayout, { id, reference }, asAdmin())).rejects.toMatchObject({
    code: 'PAYOUT_CHANGED',
  });
  expect(await press(() => call(routes.approvePayout, { id }, asAdmin()))).toBe(1);
  expect(await press(() => call(routes.payPayout, { id, reference }, asAdmin()))).toBe(1);
  expect(await payouts()).toMatchObject([
    { status: 'paid', pixKey: 'ana@exemplo.com.br', approvedBy: adminId, paymentReference: 'E123' },
  ]);
  const balances = await ledgerBalances(bed);
  expect(balances.bank).toBe(-8_000);
  // The books have it on the day of the statement.
  const booked = await bed.pool.query(
    `select distinct e.created_at = p.paid_at as same from ledger_entries e join payouts p on e.txn_key = 'payout:' || p.id`,
  );
  expect(booked.rows).toEqual([{ same: true }]);
  const { rows } = await bed.pool.query<{ status: string }>(
    'select status from affiliate_commissions where affiliate_id = $1',
    [affiliate.id],
  );
  expect(rows).toEqual([{ status: 'paid' }]);
  expect(await collectPayouts(bed.platform)).toBe(0);
});

test('waits 48 hours after a change of the beneficiary’s account', async () => {
  const { userId } = await owed(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  const approve = () => call(routes.approvePayout, { id }, asAdmin());
  const pay = () => call(routes.payPayout, { id, reference: 'E123' }, asAdmin());
  const listed = async () =>
    (await call(routes.exportPayouts, { kind: 'affiliate' }, asAdmin())).csv.includes('ana@exemplo.com.br');
  const change = { id: randomUUID(), userId, kind: 'email_changed', before: '{"email":null}' };
  const now = bed.clock.now();
  const freeze = (expiresAt: Date) =>
    bed.db
      .insertInto('auth.reversibleChanges')
      .values({ ...change, createdAt: now, expiresAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expiresAt }))
      .execute();
  await freeze(new Date(now.getTime() + 60_000));
  await expect(approve()).rejects.toMatchObject({ code: 'PAYOUT_FROZEN' });
  await freeze(now);
  await approve();
  expect(await listed()).toBe(true);
  await freeze(new Date(now.getTime() + 60_000));
  await expect(pay()).rejects.toMatchObject({ code: 'PAYOUT_FROZEN' });
  expect(await listed()).toBe(false);
  await freeze(now);
  await pay();
});

test('notifies the beneficiary of every decision, by mail once', async () => {
  const { userId } = await owed(8_000);
  const email = `${userId}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
  const partner = await addPartner(bed.platform);
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  await call(routes.approvePayout, { id }, asAdmin());
  await call(routes.payPayout, { id, reference: 'E123' }, asAdmin());
  const later = { id: randomUUID(), partnerId: partner.id, period: '2026-10-15', amount: '50.00' };
  await bed.db
    .insertInto('payouts')
    .values({ ...later, createdAt: bed.clock.now() })
    .execute();
  await call(routes.cancelPayout, { id: later.id }, asAdmin());
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .where('title', 'in', ['Repasse aprovado', 'Comissões pagas'])
    .execute();
  expect(notifications).toHaveLength(2);
  const sent: Mail[] = [];
  const deps = { ...bed.platform, mailer: { send: async (mail: Mail) => void sent.push(mail) } };
  const { rows } = await bed.pool.query<{ data: Parameters<typeof sendCommissionMailJob.handle>[1] }>(
    'select data from pgboss.job where name = $1 order by created_on',
    [sendCommissionMailJob.name],
  );
  const own = rows.filter(({ data }) => data.key.includes(id) || data.key.includes(later.id));
  for (const { data } of [...own, ...own]) await sendCommissionMailJob.handle(deps, data);
  await deliverOutbox(deps);
  // Mails of one round leave side by side.
  const bySubject = sent.toSorted((one, other) => one.subject.localeCompare(other.subject));
  expect(bySubject.map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'Comissões pagas · {loja}'],
    [partner.email, 'Repasse adiado · {loja}'],
    [email, 'Repasse aprovado · {loja}'],
  ]);
  expect(bySubject[0]!.text).toContain('Comprovante: E123');
});

test('needs a Pix key for approval and fixes it then', async () => {
  const affiliate = await owed(8_000);
  await bed.db
    .updateTable('affiliates')
    .set({ pixKey: null, pixKeyType: null })
    .where('id', '=', affiliate.id)
    .execute();
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  await expect(call(routes.approvePayout, { id }, asAdmin())).rejects.toMatchObject({
    code: 'PIX_KEY_MISSING',
  });
});

test('a sale reversed before approval reduces or ends the payout', async () => {
  const affiliate = await addAffiliate(bed, { pixKey: 'ana@exemplo.com.br' });
  const orders = [];
  for (const total of [100_000, 60_000, 60_000]) orders.push(await sale(bed, affiliate.id, total));
  await confirmedDaysBefore(affiliate.id, 3);
  await collectPayouts(bed.platform);
  await refundSale(bed, orders[0]!);
  expect(await payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
  await refundSale(bed, orders[1]!);
  expect(await payouts()).toMatchObject([{ status: 'cancelled' }]);
  const { rows } = await bed.pool.query<{ left: string }>(
    'select sum(commission_amount) as left from affiliate_commissions where payout_id is null',
  );
  expect(rows[0]!.left).toBe('30.00');
});

test('a partial refund before approval reduces the payout in proportion', async () => {
  const affiliate = await owed(8_000);
  await collectPayouts(bed.platform);
  await refundPart(bed, affiliate.order.paymentId, 40_000);
  await Promise.all([1, 2, 3].map(() => reverseCommission(bed.platform, affiliate.order.id)));
  expect(await payouts()).toMatchObject([{ amount: '60.00', status: 'collected' }]);
  await ledgerBalances(bed);
});

test('a sale reversed after approval or payment is deducted from the next payout', async () => {
  const affiliate = await owed(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  await call(routes.approvePayout, { id }, asAdmin());
  const reversed = async () =>
    (await call(routes.payouts, { kind: 'affiliate', page: 1 }, asAdmin())).payouts.find(
      (payout) => payout.id === id,
    )?.risk?.reversedCentavos;
  await refundPart(bed, affiliate.order.paymentId, 40_000);
  await reverseCommission(bed.platform, affiliate.order.id);
  expect(await reversed()).toBe(2_000);
  await call(routes.payPayout, { id, reference: 'E123' }, asAdmin());
  await refundSale(bed, affiliate.order);
  expect(await reversed()).toBe(8_000);
  await sale(bed, affiliate.id, 300_000);
  // The next 15th.
  advance(31);
  await confirmedDaysBefore(affiliate.id, 3);
  expect(await collectPayouts(bed.platform)).toBe(1);
  expect((await payouts()).at(-1)).toMatchObject({ amount: '70.00' });
  expect(await reversed()).toBe(0);
  await ledgerBalances(bed);
});

test('exports approved payouts without formula cells, and logs each export', async () => {
  const exportsLogged = async () =>
    (
      await bed.db
        .selectFrom('activityLogs')
        .select('id')
        .where('action', '=', 'export-list')
        .where('userId', '=', adminId)
        .execute()
    ).length;
  const logged = await exportsLogged();
  const affiliate = await owed(8_000, 'ana@exemplo.com.br');
  await bed.db
    .updateTable('affiliates')
    .set({ pixKey: '+5582999990012', pixKeyType: 'phone' })
    .where('id', '=', affiliate.id)
    .execute();
  await bed.db
    .updateTable('profiles')
    .set({ name: '=HYPERLINK("http://x";"oi")' })
    .where('id', '=', affiliate.userId)
    .execute();
  await collectPayouts(bed.platform);
  const before = await call(routes.exportPayouts, { kind: 'affiliate' }, asAdmin());
  expect(before.csv.trim().split('\r\n')).toHaveLength(1);
  const { id } = (await payouts())[0]!;
  await call(routes.approvePayout, { id }, asAdmin());
  const { csv, fileName } = await call(routes.exportPayouts, { kind: 'affiliate' }, asAdmin());
  const [, line] = csv.trim().split('\r\n');
  expect(line).toContain(`"'=HYPERLINK(""http://x"";""oi"")"`);
  expect(line).toContain('Telefone;82999990012;80,00');
  expect(csv).not.toMatch(/(?:^|;)"?[=+\-@]/m);
  expect(fileName).toMatch(/^repasses-afiliados-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(await exportsLogged()).toBe(logged + 2);
});

test('shows e-mails to admins only, and whole Pix keys to those who pay', async () => {
  const affiliate = await owed(8_000, '39053344705');
  const email = `${affiliate.userId}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ email }).where('id', '=', affiliate.userId).execute();
  await collectPayouts(bed.platform);
  const shown = async (role: Role) => {
    const context = testContext(bed.platform, { userId: adminId, role });
    const [payout] = (await call(routes.payouts, { kind: 'affiliate', page: 1 }, { context })).payouts;
    return [payout!.email, payout!.pixKey];
  };
  expect(await shown('admin')).toEqual([email, '39053344705']);
  expect(await shown('finance')).toEqual(['', '39053344705']);
  expect(await shown('reader')).toEqual(['', '•••• 4705']);
});

test('a cancelled payout waits for the next month', async () => {
  await owed(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  await call(routes.cancelPayout, { id }, asAdmin());
  expect(await collectPayouts(bed.platform)).toBe(0);
  advance(31);
  expect(await collectPayouts(bed.platform)).toBe(1);
});

test('a sale that its buyer may still withdraw from is not paid out', async () => {
  const affiliate = await owed(8_000);
  await confirmedDaysBefore(affiliate.id, -3);
  expect(await collectPayouts(bed.platform)).toBe(0);
  await confirmedDaysBefore(affiliate.id, 1);
  const withChargebacks = { ...bed.platform, config: { ...bed.platform.config, chargebackDays: 30 } };
  expect(await collectPayouts(withChargebacks)).toBe(0);
  const setDays = (days: number) =>
    bed.db
      .updateTable('settings')
      .set({ value: JSON.stringify({ days }) })
      .where('key', '=', 'chargeback')
      .execute();
  await setDays(30);
  expect(await collectPayouts(bed.platform)).toBe(0);
  await setDays(0);
  expect(await collectPayouts(bed.platform)).toBe(1);
});

test('a debt is carried and blocks the deletion of the account', async () => {
  const affiliate = await owed(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await payouts())[0]!;
  await call(routes.approvePayout, { id }, asAdmin());
  await call(routes.payPayout, { id, reference: 'E124' }, asAdmin());
  const blockers = () => findDeletionBlockers(bed.db, affiliate.userId, bed.clock.now());
  expect(await blockers()).toMatchObject({ debts: 0, payouts: 0 });
  await refundSale(bed, affiliate.order);
  expect(await blockers()).toMatchObject({ debts: 1 });
});

test('the list shows what the sales of a payout share with the affiliate, and a freeze', async () => {
  const affiliate = await owed(8_000);
  await bed.db
    .updateTable('orders')
    .set({ network: '203.0.113.9' })
    .where('id', '=', affiliate.order.id)
    .execute();
  await collectPayouts(bed.platform);
  const listed = async () =>
    (await call(routes.payouts, { kind: 'affiliate', page: 1 }, asAdmin())).payouts[0]!;
  const risk = { sales: 1, buyers: 1, returned: 0, reversedCentavos: 0, sameNetwork: 0, samePhone: 0 };
  expect(await listed()).toMatchObject({ frozenUntil: null, risk });
  const now = bed.clock.now();
  await bed.db
    .insertInto('auth.sessions')
    .values({ id: randomUUID(), userId: affiliate.userId, refreshKey: Buffer.alloc(32), ip: '203.0.113.9' })
    .execute();
  await bed.db
    .insertInto('auth.reversibleChanges')
    .values({
      id: randomUUID(),
      userId: affiliate.userId,
      kind: 'pix_key_changed',
      before: '{}',
      createdAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
    })
    .execute();
  expect(await listed()).toMatchObject({
    frozenUntil: expect.any(String) as string,
    risk: { ...risk, sameNetwork: 1 },
  });
});
