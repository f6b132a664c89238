/** A voucher is issued once, used once, and by its own partner alone. */
import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, ledgerBalances, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { collectPayouts } from '../affiliates/payouts/collect-payouts.job.ts';
import { testContext } from '../platform/api.testing.ts';
import { checkVoucher } from './check-voucher.ts';
import { issueVouchers } from './issue-vouchers.job.ts';
import { readOverview } from './partners.queries.ts';
import { partnersRoutes } from './partners.routes.ts';
import { addPartner, addVoucher } from './partners.testing.ts';
import { sweepVouchers } from './sweep-vouchers.job.ts';
import { validateVoucher } from './validate-voucher.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate service_vouchers, partners, payouts, rifa_winners cascade');
});

const validate = (partnerId: string, code: string) =>
  validateVoucher(bed.platform, { partnerId, code, ipAddress: null });

async function winnerOf(prize: { name: string; type?: string; city?: string | null }) {
  const rifaId = await bed.rifa();
  const userId = await bed.buyer();
  await bed.db
    .insertInto('rifaPrizes')
    .values({
      rifaId,
      position: 1,
      name: prize.name,
      prizeType: prize.type ?? 'service',
      serviceCity: prize.city === undefined ? 'Maceió' : prize.city,
    })
    .execute();
  await bed.db
    .insertInto('rifaWinners')
    .values({ rifaId, userId, winnerName: 'Ana', winnerNumber: 1, winnerPosition: 1 })
    .execute();
  return { rifaId, userId };
}

const vouchersOf = (userId: string) =>
  call(partnersRoutes.myVouchers, undefined, { context: testContext(bed.platform, { userId }) });

test('the winner of a service prize gets one voucher, however often the job runs', async () => {
  await addPartner(bed.platform, { serviceTypes: ['jantar'] });
  const spa = await addPartner(bed.platform);
  const { rifaId, userId } = await winnerOf({ name: 'Massagem relaxante' });
  await Promise.all([1, 2, 3, 4].map(() => issueVouchers(bed.platform, rifaId)));
  const vouchers = await vouchersOf(userId);
  expect(vouchers).toMatchObject([
    { prizeName: 'Massagem relaxante', serviceType: 'massagem', status: 'pending' },
  ]);
  expect(vouchers[0]!.qrCodeData).toBe(`${bed.origin}/parceiro?voucher=${vouchers[0]!.voucherCode}`);
  expect(await vouchersOf(await bed.buyer())).toEqual([]);
  expect(await readOverview(bed.db, spa.id)).toMatchObject({ pendingVouchers: 1 });
});

test('a product is no service; a service waits for a partner and is made up for', async () => {
  const product = await winnerOf({ name: 'Massagem', type: 'product' });
  const waiting = await winnerOf({ name: 'Massagem', city: 'Pilar' });
  await addPartner(bed.platform);
  await sweepVouchers(bed.platform);
  expect([...(await vouchersOf(product.userId)), ...(await vouchersOf(waiting.userId))]).toEqual([]);
  await addPartner(bed.platform, { city: 'Pilar' });
  await sweepVouchers(bed.platform);
  expect(await vouchersOf(waiting.userId)).toHaveLength(1);
});

test('twenty devices press at the same instant: one validates', async () => {
  const partner = await addPartner(bed.platform);
  const voucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => validate(partner.id, voucher.voucherCode)),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const { rows } = await bed.pool.query<{ amount: string }>(
    'select amount from ledger_entries where account = $1',
    [`partners_payable:${partner.id}`],
  );
  expect(rows).toEqual([{ amount: '-50.00' }]);
  await ledgerBalances(bed);
  expect(await readOverview(bed.db, partner.id)).toMatchObject({
    pendingVouchers: 0,
    validatedVouchers: 1,
    pendingCentavos: 5_000,
    paidCentavos: 0,
  });
});

test('another partner’s voucher, a made-up one and one that is over are all refused', async () => {
  const [own, other] = [await addPartner(bed.platform), await addPartner(bed.platform)];
  const voucher = await addVoucher(bed.platform, other.id, await bed.buyer());
  const late = await addVoucher(bed.platform, own.id, await bed.buyer());
  await bed.db
    .updateTable('serviceVouchers')
    .set({ expiresAt: bed.clock.now() })
    .where('id', '=', late.id)
    .execute();
  for (const code of [voucher.voucherCode, late.voucherCode, 'VALID123', '', randomUUID()])
    expect(await validate(own.id, code)).toEqual({ ok: false, code: 'invalid' });
  await sweepVouchers(bed.platform);
  expect(await readOverview(bed.db, own.id)).toMatchObject({ expiredVouchers: 1, pendingVouchers: 0 });
  expect(await readOverview(bed.db, other.id)).toMatchObject({ expiredVouchers: 0, pendingVouchers: 1 });
});

test('a partner is paid for each voucher once, without a minimum', async () => {
  const partner = await addPartner(bed.platform);
  for (let made = 0; made < 3; made++) {
    const voucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
    await validate(partner.id, voucher.voucherCode);
  }
  expect(await collectPayouts(bed.platform)).toBe(0);
  bed.clock.advance(31 * 86_400);
  await Promise.all([1, 2, 3, 4].map(() => collectPayouts(bed.platform)));
  bed.clock.advance(-31 * 86_400);
  const payouts = await bed.db.selectFrom('payouts').selectAll().execute();
  expect(payouts).toMatchObject([{ partnerId: partner.id, amount: '150.00', affiliateId: null }]);
});

test('the check answers by what is so; VALID counts in the demonstration alone', async () => {
  const partner = await addPartner(bed.platform);
  const voucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
  const real = { ...bed.platform, config: { ...bed.platform.config, demo: false } };
  expect(await checkVoucher(real, voucher.voucherCode.toLowerCase())).toBe(true);
  expect(await checkVoucher(real, 'VALID2024')).toBe(false);
  expect(await checkVoucher(bed.platform, ' valid2024')).toBe(true);
  expect(await checkVoucher(bed.platform, 'INVALID')).toBe(false);
  await validate(partner.id, voucher.voucherCode);
  expect(await checkVoucher(real, voucher.voucherCode)).toBe(false);
});
