/** Approval, payment and cancellation of payouts. */
import { call } from '@orpc/server';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPartner } from '../../partners/partners.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { sendCommissionMailJob } from '../commissions/send-commission-mail.job.ts';
import { collectPayouts } from './collect-payouts.job.ts';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from './payouts.testing.ts';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('three concurrent admins approve and pay once', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  const countSuccesses = (decide: () => Promise<unknown>) =>
    Promise.allSettled([1, 2, 3].map(decide)).then(
      (answers) => answers.filter((answer) => answer.status === 'fulfilled').length,
    );
  const reference = 'E123';
  await expect(call(routes.payPayout, { id, reference }, bed.asAdmin())).rejects.toMatchObject({
    code: 'PAYOUT_CHANGED',
  });
  expect(await countSuccesses(() => call(routes.approvePayout, { id }, bed.asAdmin()))).toBe(1);
  expect(await countSuccesses(() => call(routes.payPayout, { id, reference }, bed.asAdmin()))).toBe(1);
  expect(await bed.payouts()).toMatchObject([
    { status: 'paid', pixKey: 'ana@exemplo.com.br', approvedBy: bed.adminId, paymentReference: 'E123' },
  ]);
  const balances = await ledgerBalances(bed);
  expect(balances.bank).toBe(-8_000);
  // The ledger has it on the day of the statement.
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
  const { userId } = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  const approve = () => call(routes.approvePayout, { id }, bed.asAdmin());
  const pay = () => call(routes.payPayout, { id, reference: 'E123' }, bed.asAdmin());
  const isExported = async () =>
    (await call(routes.exportPayouts, { kind: 'affiliate', again: true }, bed.asAdmin())).csv.includes(
      'ana@exemplo.com.br',
    );
  const change = { id: randomUUID(), userId, kind: 'email_changed', before: '{"email":null}' };
  const now = bed.clock.now();
  const setFreeze = (expiresAt: Date) =>
    bed.db
      .insertInto('auth.reversibleChanges')
      .values({ ...change, createdAt: now, expiresAt })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ expiresAt }))
      .execute();
  await setFreeze(new Date(now.getTime() + 60_000));
  await expect(approve()).rejects.toMatchObject({ code: 'PAYOUT_FROZEN' });
  await setFreeze(now);
  await approve();
  expect(await isExported()).toBe(true);
  await setFreeze(new Date(now.getTime() + 60_000));
  await expect(pay()).rejects.toMatchObject({ code: 'PAYOUT_FROZEN' });
  expect(await isExported()).toBe(false);
  await setFreeze(now);
  await pay();
  // Already paid, so it does not wait.
  await setFreeze(new Date(now.getTime() + 60_000));
  await expect(pay()).rejects.toMatchObject({ code: 'PAYOUT_CHANGED' });
});

test('notifies the beneficiary of every decision, by mail once', async () => {
  const { userId } = await bed.addOwedAffiliate(8_000);
  const email = `${userId}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
  const partner = await addPartner(bed.platform);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  await call(routes.payPayout, { id, reference: 'E123' }, bed.asAdmin());
  const postponed = { id: randomUUID(), partnerId: partner.id, period: '2026-10-15', amount: '50.00' };
  await bed.db
    .insertInto('payouts')
    .values({ ...postponed, createdAt: bed.clock.now() })
    .execute();
  await call(routes.cancelPayout, { id: postponed.id }, bed.asAdmin());
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
  const ownJobs = rows.filter(({ data }) => data.key.includes(id) || data.key.includes(postponed.id));
  for (const { data } of [...ownJobs, ...ownJobs]) await sendCommissionMailJob.handle(deps, data);
  await deliverOutbox(deps);
  // Mails of one round are sent concurrently.
  const bySubject = sent.toSorted((first, second) => first.subject.localeCompare(second.subject));
  expect(bySubject.map(({ to, subject }) => [to, subject])).toEqual([
    [email, 'Comissões pagas · {loja}'],
    [partner.email, 'Repasse adiado · {loja}'],
    [email, 'Repasse aprovado · {loja}'],
  ]);
  expect(bySubject[0]!.text).toContain('Comprovante: E123');
});

test('requires a Pix key for approval, and fixes it', async () => {
  const affiliate = await bed.addOwedAffiliate(8_000);
  await bed.db
    .updateTable('affiliates')
    .set({ pixKey: null, pixKeyType: null })
    .where('id', '=', affiliate.id)
    .execute();
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await expect(call(routes.approvePayout, { id }, bed.asAdmin())).rejects.toMatchObject({
    code: 'PIX_KEY_MISSING',
  });
});
