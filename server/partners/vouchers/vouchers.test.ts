import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { formatDateTime } from '@mare/domain/format.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ledgerBalances } from '../../payments/payments.testing.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { checkVoucher } from './redemption/check-voucher.ts';
import { issueVouchers, WINNER_BATCH } from './issue-vouchers.job.ts';
import { readPartnerOverview } from '../partners.queries.ts';
import { partnersRoutes } from '../partners.routes.ts';
import { addPartner, addVoucher } from '../partners.testing.ts';
import { expireVouchers } from './expiry/expire-vouchers.job.ts';
import { validateVoucher } from './redemption/validate-voucher.ts';
import { listVouchersOfPartner } from './vouchers.queries.ts';
import { createVouchersTestbed, type VouchersTestbed, addWinner, redeemWithPin } from './vouchers.testing.ts';
import { untilBlocked } from '../../platform/database/until-blocked.testing.ts';

let bed: VouchersTestbed;
beforeAll(async () => {
  bed = await createVouchersTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('issues one voucher per service prize, for any number of job runs', async () => {
  await addPartner(bed.platform, { serviceTypes: ['jantar'] });
  const spa = await addPartner(bed.platform);
  const { rifaId, userId } = await addWinner(bed, { name: 'Massagem relaxante' });
  await Promise.all([1, 2, 3, 4].map(() => issueVouchers(bed.platform, rifaId)));
  const vouchers = await bed.vouchersOf(userId);
  expect(vouchers).toMatchObject([
    { prizeName: 'Massagem relaxante', serviceType: 'massagem', status: 'pending' },
  ]);
  expect(vouchers[0]!.qrCodeData).toBe(`${bed.origin}/parceiro?voucher=${vouchers[0]!.voucherCode}`);
  expect(await bed.vouchersOf(await bed.buyer())).toEqual([]);
  expect(await readPartnerOverview(bed.platform, spa.id)).toMatchObject({ pendingVouchers: 1 });
});

test('issues the voucher to the remaining account during a concurrent merge', async () => {
  await addPartner(bed.platform);
  const { rifaId, userId } = await addWinner(bed, { name: 'Massagem relaxante' });
  const stays = await bed.buyer();
  let issued: Promise<void> | undefined;
  await bed.db.transaction().execute(async (merge) => {
    await merge.selectFrom('profiles').select('id').where('id', '=', userId).forUpdate().execute();
    issued = issueVouchers(bed.platform, rifaId);
    await untilBlocked(bed.pool);
    await merge.updateTable('rifaWinners').set({ userId: stays }).where('rifaId', '=', rifaId).execute();
  });
  await issued;
  expect(await bed.vouchersOf(stays)).toMatchObject([{ prizeName: 'Massagem relaxante' }]);
  expect(await bed.vouchersOf(userId)).toEqual([]);
});

test('issues no voucher for products, and later ones for services without a partner', async () => {
  const product = await addWinner(bed, { name: 'Massagem', type: 'product' });
  const waiting = await addWinner(bed, { name: 'Massagem', city: 'Pilar' });
  await addPartner(bed.platform);
  await expireVouchers(bed.platform);
  expect([...(await bed.vouchersOf(product.userId)), ...(await bed.vouchersOf(waiting.userId))]).toEqual([]);
  await addPartner(bed.platform, { city: 'Pilar' });
  await expireVouchers(bed.platform);
  expect(await bed.vouchersOf(waiting.userId)).toHaveLength(1);
});

test('does not block later winners by winners without a partner', async () => {
  const rifaId = await bed.rifa();
  const userId = await bed.buyer();
  const positions = Array.from({ length: WINNER_BATCH + 1 }, (_, index) => index + 1);
  const isLast = (position: number) => position === positions.length;
  await bed.db
    .insertInto('rifaPrizes')
    .values(
      positions.map((position) => ({
        rifaId,
        position,
        name: 'Massagem',
        prizeType: 'service',
        serviceCity: isLast(position) ? 'Satuba' : 'Messias',
      })),
    )
    .execute();
  await bed.db
    .insertInto('rifaWinners')
    .values(
      positions.map((position) => ({
        id: `${isLast(position) ? 'f' : '0'}${crypto.randomUUID().slice(1)}`,
        rifaId,
        userId,
        winnerName: 'Ana',
        winnerNumber: position,
        winnerPosition: position,
      })),
    )
    .execute();
  await addPartner(bed.platform, { city: 'Satuba' });
  await expireVouchers(bed.platform);
  expect(await bed.vouchersOf(userId)).toHaveLength(1);
});

// @covers community 4: voucher: pending, validated once however many devices press, expired by a job
//   [server/partners/vouchers/redemption/validate-voucher.ts, server/partners/vouchers/expiry/expire-vouchers.job.ts]
test('accepts one of twenty concurrent validations', async () => {
  const partner = await addPartner(bed.platform);
  const voucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
  const results = await Promise.all(
    Array.from({ length: 20 }, () => redeemWithPin(bed, partner.id, voucher.voucherCode)),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const { rows } = await bed.pool.query<{ amount: string }>(
    'select amount from ledger_entries where account = $1',
    [`partners_payable:${partner.id}`],
  );
  expect(rows).toEqual([{ amount: '-50.00' }]);
  await ledgerBalances(bed);
  expect(await readPartnerOverview(bed.platform, partner.id)).toMatchObject({
    pendingVouchers: 0,
    validatedVouchers: 1,
    pendingCentavos: 5_000,
    paidCentavos: 0,
  });
});

test('rejects vouchers that are unknown, expired or another partner’s', async () => {
  const [partner, otherPartner] = [await addPartner(bed.platform), await addPartner(bed.platform)];
  const voucher = await addVoucher(bed.platform, otherPartner.id, await bed.buyer());
  const late = await addVoucher(bed.platform, partner.id, await bed.buyer());
  await bed.db
    .updateTable('serviceVouchers')
    .set({ expiresAt: bed.clock.now() })
    .where('id', '=', late.id)
    .execute();
  for (const [code, reason] of [
    [voucher.voucherCode, 'other_partner'],
    [late.voucherCode, 'expired'],
    ['VALID123', 'unknown'],
    ['', 'unknown'],
    [randomUUID(), 'unknown'],
  ] as const)
    expect(await redeemWithPin(bed, partner.id, code)).toMatchObject({ ok: false, rejection: { reason } });
  await expireVouchers(bed.platform);
  expect(await readPartnerOverview(bed.platform, partner.id)).toMatchObject({
    expiredVouchers: 1,
    pendingVouchers: 0,
  });
  expect(await readPartnerOverview(bed.platform, otherPartner.id)).toMatchObject({
    expiredVouchers: 0,
    pendingVouchers: 1,
  });
});

test('lists the last used voucher first, also an older one', async () => {
  const partner = await addPartner(bed.platform);
  const [older, newer] = [await bed.voucherAt(partner), await bed.voucherAt(partner)];
  const use = (id: string, minutes: number) =>
    bed.db
      .updateTable('serviceVouchers')
      .set({ status: 'validated', validatedAt: new Date(bed.clock.now().getTime() + minutes * 60_000) })
      .where('id', '=', id)
      .execute();
  await use(newer.id, 1);
  await use(older.id, 2);
  const { vouchers } = await listVouchersOfPartner(bed.db, partner.id, { page: 1, pageSize: 10 });
  expect(vouchers.map(({ id }) => id)).toEqual([older.id, newer.id]);
});

test('redeems with the PIN of the winner only, and locks after five wrong ones', async () => {
  const partner = await addPartner(bed.platform);
  const userId = await bed.buyer();
  const { id, voucherCode } = await addVoucher(bed.platform, partner.id, userId);
  const [voucher] = await bed.vouchersOf(userId);
  const wrongPin = voucher!.pin === '0000' ? '1111' : '0000';
  const attempt = (pin: string) =>
    validateVoucher(bed.platform, { partnerId: partner.id, code: voucherCode, pin, ipAddress: null });
  // Concurrent guesses count one by one.
  const guesses = await Promise.all(Array.from({ length: 8 }, () => attempt(wrongPin)));
  const reasons = guesses.map((guess) => (guess.ok ? 'ok' : guess.rejection.reason));
  expect(reasons.filter((reason) => reason === 'wrong_pin')).toHaveLength(4);
  expect(await attempt(voucher!.pin!)).toMatchObject({ rejection: { reason: 'locked' } });
  const { message, pinLockedUntil } = await bed.db
    .selectFrom('notifications')
    .innerJoin('serviceVouchers', 'serviceVouchers.userId', 'notifications.userId')
    .select(['message', 'pinLockedUntil'])
    .where('serviceVouchers.id', '=', id)
    .where('title', '=', 'O PIN do seu voucher foi errado muitas vezes')
    .executeTakeFirstOrThrow();
  expect(await bed.vouchersOf(userId)).toMatchObject([
    { pin: voucher!.pin, pinLockedUntil: pinLockedUntil!.toISOString() },
  ]);
  expect(message).toContain(`espera até ${formatDateTime(pinLockedUntil!)} e depois volta a valer`);
  bed.clock.advance(16 * 60);
  expect(await bed.vouchersOf(userId)).toMatchObject([{ pinLockedUntil: null }]);
  expect(await attempt(voucher!.pin!)).toMatchObject({ ok: true, voucher: { id } });
  expect(await attempt(voucher!.pin!)).toMatchObject({
    rejection: { reason: 'used', at: expect.any(Date) },
  });
  bed.clock.advance(-16 * 60);
  expect(await bed.vouchersOf(userId)).toMatchObject([{ status: 'validated', pin: null }]);
});

// @covers community 9: R$ 50,00 for each validated voucher; paid or pending as the payout that holds it is
test('pays each voucher once, without a minimum', async () => {
  const partner = await addPartner(bed.platform);
  for (let run = 0; run < 3; run++) {
    const voucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
    await redeemWithPin(bed, partner.id, voucher.voucherCode);
  }
  expect(await collectPayouts(bed.platform)).toBe(0);
  bed.clock.advance(31 * 86_400);
  await Promise.all([1, 2, 3, 4].map(() => collectPayouts(bed.platform)));
  bed.clock.advance(-31 * 86_400);
  const payouts = await bed.db.selectFrom('payouts').selectAll().execute();
  expect(payouts).toMatchObject([{ partnerId: partner.id, amount: '150.00', affiliateId: null }]);
});

// @covers community 2: /validar-voucher: 'Validar' disabled while the code is blank; codes that begin with VALID
//   only in the demonstration
test('checks vouchers without changing them, and accepts VALID in the demonstration only', async () => {
  const partner = await addPartner(bed.platform);
  const voucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
  const real = { ...bed.platform, config: { ...bed.platform.config, demo: false } };
  const checked = await checkVoucher(real, voucher.voucherCode.toLowerCase());
  // A paper with another date or place is outdated.
  expect(checked).toEqual({
    valid: true,
    expiresAt: voucher.expiresAt.toISOString(),
    partner: { companyName: partner.companyName, city: 'Maceió', state: 'AL', isPaused: false },
  });
  const invalid = { valid: false, expiresAt: null, partner: null };
  expect(await checkVoucher(real, 'VALID2024')).toEqual(invalid);
  expect(await checkVoucher(bed.platform, ' valid2024')).toEqual({ ...invalid, valid: true });
  expect(await checkVoucher(bed.platform, 'INVALID')).toEqual(invalid);
  await redeemWithPin(bed, partner.id, voucher.voucherCode);
  expect(await checkVoucher(real, voucher.voucherCode)).toEqual(invalid);
});

test('counts guesses of codes over all processes', async () => {
  const userId = await bed.buyer();
  // Each context has the in-process limits of another process.
  const guess = () =>
    call(
      partnersRoutes.checkVoucher,
      { code: 'AAAA-AAAA-AAAA' },
      { context: testContext(bed.platform, { userId }) },
    );
  for (let guesses = 0; guesses < 20; guesses++) expect(await guess()).toMatchObject({ valid: false });
  await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});
