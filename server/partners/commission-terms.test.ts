/** Commissions as a setting: a change applies to later sales and redemptions only, and affected people are notified. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { commissionOn } from '@mare/domain/affiliates/commission.ts';
import { type CommissionTerms, DEFAULT_COMMISSION_TERMS } from '@mare/domain/affiliates/commission-terms.ts';
import { addAffiliate, createReferredOrder, refundSale } from '../affiliates/affiliates.testing.ts';
import { earnCommission } from '../affiliates/commissions/earn-commission.job.ts';
import { sendCommissionMailJob } from '../affiliates/commissions/send-commission-mail.job.ts';
import { collectPayouts } from '../affiliates/payouts/collect-payouts.job.ts';
import { addExpressAccount } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, ledgerBalances, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createRouter } from '../composition/router.ts';
import { createServices, type Services } from '../composition/services.ts';
import { announceCommissionsJob } from './announce-commissions.job.ts';
import { listPartnerCommissions, readPartnerOverview } from './partners.queries.ts';
import { addPartner, addVoucher } from './partners.testing.ts';
import { readPartnerStatement } from './statements/read-partner-statement.ts';
import { undoRedemption } from './vouchers/redemption/undo-redemption.ts';
import { validateVoucher } from './vouchers/redemption/validate-voucher.ts';

let bed: PaymentsTestbed;
let services: Services;
let adminId: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
  await bed.platform.jobs.prepare([announceCommissionsJob, sendCommissionMailJob]);
  services = createServices(bed.platform);
  adminId = await bed.buyer();
});
afterAll(async () => {
  await services.stop();
  await bed.close();
});

const admin = (proof: 'recent' | 'old' = 'recent') =>
  createRouterClient(createRouter(services), {
    context: {
      ...testContext(bed.platform, { userId: adminId, role: 'admin' }),
      missingProof: async () => (proof === 'old' ? 'password' : null),
    },
  });
const visitor = () => createRouterClient(createRouter(services), { context: testContext(bed.platform) });

async function setTerms(value: CommissionTerms) {
  const { commissions } = await admin().admin.settings.read();
  bed.clock.advance(1);
  await admin().admin.settings.save({ version: commissions.version, change: { key: 'commissions', value } });
  bed.clock.advance(1);
}

/** A paid sale that the job has not handled yet. */
async function payReferredOrder(affiliateId: string, totalCentavos: number) {
  const order = await createReferredOrder(bed, affiliateId, totalCentavos);
  await bed.db.updateTable('orders').set({ paidAt: bed.clock.now() }).where('id', '=', order.id).execute();
  return order;
}

const earned = async (orderId: string) => {
  const rows = await bed.db
    .selectFrom('affiliateCommissions')
    .select('commissionAmount')
    .where('orderId', '=', orderId)
    .execute();
  return rows.map(({ commissionAmount }) => centavosFromNumeric(commissionAmount));
};
const owedTo = async (account: string) => {
  const entries = await bed.db
    .selectFrom('ledgerEntries')
    .select('amount')
    .where('account', '=', account)
    .execute();
  return entries.reduce((sum, { amount }) => sum - centavosFromNumeric(amount), 0);
};
const queued = async (name: string) => {
  const { rows } = await bed.pool.query<{ data: never }>('select data from pgboss.job where name = $1', [
    name,
  ]);
  return rows.map(({ data }) => data);
};

test('a new shop has the default terms, in the setting and on every page', async () => {
  const { commissions } = await admin().admin.settings.read();
  expect(commissions.value).toEqual(DEFAULT_COMMISSION_TERMS);
  expect((await visitor().site.read()).commissions).toEqual(DEFAULT_COMMISSION_TERMS);
});

// @covers panel: settings: commissions of affiliates and partners; a change applies to later sales and redemptions
//   [server/settings/read-commission-terms.ts, server/affiliates/commissions/earn-commission.job.ts]
test('applies the rate at the time of payment, however late the job runs', async () => {
  await setTerms({ affiliateRate: 500, voucherCentavos: 5_000 });
  const affiliate = await addAffiliate(bed);
  const special = await addAffiliate(bed);
  await bed.db
    .updateTable('affiliates')
    .set({ ownCommissionRate: '0.1000' })
    .where('id', '=', special.id)
    .execute();
  const before = await payReferredOrder(affiliate.id, 2_000);
  await setTerms({ affiliateRate: 725, voucherCentavos: 5_000 });
  const after = await payReferredOrder(affiliate.id, 2_000);
  const own = await payReferredOrder(special.id, 2_000);
  for (const { id } of [after, before, own]) await earnCommission(bed.platform, id);
  expect(await earned(before.id)).toEqual([100]);
  expect(await earned(after.id)).toEqual([145]);
  expect(await earned(own.id)).toEqual([200]);
  await refundSale(bed, before);
  expect((await earned(before.id)).reduce((sum, amount) => sum + amount, 0)).toBe(0);
  expect((await visitor().site.read()).commissions.affiliateRate).toBe(725);
  await ledgerBalances(bed);
});

type Step = { kind: 'use' | 'undo'; voucher: number } | { kind: 'change'; voucherCentavos: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('use' as const, 'undo' as const), voucher: fc.nat(2) }),
  fc.record({ kind: fc.constant('change' as const), voucherCentavos: fc.constantFrom(0, 300, 5_000, 7_550) }),
);

test('lists, sums, statement, payout and ledger agree after any sequence of uses and changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const partner = await addPartner(bed.platform);
      const { id: partnerId } = partner;
      const userId = await bed.buyer();
      const vouchers = [];
      for (let count = 0; count < 3; count++)
        vouchers.push(await addVoucher(bed.platform, partnerId, userId));
      let { voucherCentavos } = (await visitor().site.read()).commissions;
      const used = new Map<number, number>();
      const unexpected: Step[] = [];
      for (const step of steps) {
        if (step.kind === 'change') {
          ({ voucherCentavos } = step);
          await setTerms({ affiliateRate: 500, voucherCentavos });
          continue;
        }
        const { id, voucherCode: code, pin } = vouchers[step.voucher]!;
        if (step.kind === 'use') {
          const { ok } = await validateVoucher(bed.platform, { partnerId, code, pin, ipAddress: null });
          if (ok === used.has(step.voucher)) unexpected.push(step);
          if (ok) used.set(step.voucher, voucherCentavos);
        } else {
          const { ok } = await undoRedemption(bed.platform, { partnerId, id, ipAddress: null });
          if (ok !== used.delete(step.voucher)) unexpected.push(step);
        }
      }
      expect(unexpected).toEqual([]);
      const due = [...used.values()].reduce((sum, amount) => sum + amount, 0);
      const overview = await readPartnerOverview(bed.platform, partnerId);
      const { commissions } = await listPartnerCommissions(bed.db, partnerId, { page: 1, pageSize: 10 });
      const month = new Date(bed.clock.now().getTime() - 3 * 3_600_000).toISOString().slice(0, 7);
      const statement = await readPartnerStatement(bed.platform, partnerId, month);
      expect(overview).toMatchObject({ pendingCentavos: due, paidCentavos: 0 });
      expect(commissions.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)).toBe(due);
      expect(statement).toMatchObject({ earnedCentavos: due, closingCentavos: due });
      expect(await owedTo(`partners_payable:${partnerId}`)).toBe(due);
      await bed.db
        .updateTable('serviceVouchers')
        .set({ validatedAt: new Date('2026-01-05T12:00:00Z') })
        .where('partnerId', '=', partnerId)
        .where('status', '=', 'validated')
        .execute();
      await collectPayouts(bed.platform);
      const payouts = await bed.db
        .selectFrom('payouts')
        .select('amount')
        .where('partnerId', '=', partnerId)
        .execute();
      expect(payouts.map(({ amount }) => centavosFromNumeric(amount))).toEqual(due === 0 ? [] : [due]);
    }),
    { numRuns: 12 },
  );
  await ledgerBalances(bed);
});

test('logs a change, requires a recent proof and notifies affected people once', async () => {
  await setTerms({ affiliateRate: 500, voucherCentavos: 5_000 });
  await bed.pool.query(`update partners set status = 'inactive'`);
  await bed.pool.query('delete from pgboss.job');
  const affiliate = await addAffiliate(bed);
  const [special, suspended] = [await addAffiliate(bed), await addAffiliate(bed)];
  await bed.pool.query('update affiliates set own_commission_rate = 0.1 where id = $1', [special.id]);
  await bed.pool.query(`update affiliates set status = 'suspended' where id = $1`, [suspended.id]);
  const stated = `${randomUUID()}@exemplo.com.br`;
  await bed.db
    .updateTable('affiliates')
    .set({ userId: await addExpressAccount(bed.db, stated, bed.clock.now()) })
    .where('id', '=', (await addAffiliate(bed)).id)
    .execute();
  const partner = await addPartner(bed.platform);

  const { commissions } = await admin().admin.settings.read();
  const save = (value: CommissionTerms, proof: 'recent' | 'old' = 'recent') =>
    admin(proof).admin.settings.save({
      version: commissions.version,
      change: { key: 'commissions', value },
    });
  const value = { affiliateRate: 700, voucherCentavos: 6_000 };
  await expect(save(value, 'old')).rejects.toMatchObject({ code: 'RECENT_PROOF_REQUIRED' });
  await expect(save({ ...value, affiliateRate: 5_001 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(save({ ...value, voucherCentavos: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await save(value);
  await expect(save(value)).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });

  const [change, ...others] = await queued('announce-commissions');
  expect(others).toEqual([]);
  for (let run = 0; run < 2; run++) await announceCommissionsJob.handle(bed.platform, change!);
  const notifications = await bed.db
    .selectFrom('notifications')
    .select(['userId', 'title', 'message'])
    .where('title', '=', 'A comissão de afiliado agora é de 7%')
    .execute();
  expect(notifications.map(({ userId }) => userId)).toContain(affiliate.userId);
  for (const { userId } of [special, suspended])
    expect(notifications.map((one) => one.userId)).not.toContain(userId);
  expect(new Set(notifications.map(({ userId }) => userId)).size).toBe(notifications.length);
  expect(notifications[0]!.message).toContain('As anteriores continuam com 5%.');
  const mails = await queued('mail-earner');
  expect(mails).toContainEqual(
    expect.objectContaining({
      to: partner.email,
      heading: 'Cada voucher validado agora rende R$\u00a060,00',
    }),
  );
  expect(mails).toContainEqual(
    expect.objectContaining({ to: stated, heading: 'A comissão de afiliado agora é de 7%' }),
  );
  const [entry] = await bed.db
    .selectFrom('activityLogs')
    .select(['userId', 'details'])
    .where('entityId', '=', 'commissions')
    .orderBy('createdAt', 'desc')
    .execute();
  expect(entry).toMatchObject({
    userId: adminId,
    details: {
      description: 'Alterou as comissões de afiliados e parceiros.',
      before: { affiliateRate: 500, voucherCentavos: 5_000 },
      after: value,
    },
  });
});

test('rounds half a centavo of a commission up at any rate', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), fc.nat(5_000), (centavos, rate) => {
      const exact = (centavos * rate) / 10_000;
      expect(Math.abs(commissionOn(centavos, rate) - exact)).toBeLessThanOrEqual(0.5);
    }),
  );
});
