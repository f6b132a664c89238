import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { ledgerBalances } from '../../../payments/payments.testing.ts';
import { addPartner } from '../../partners.testing.ts';
import { expireVouchers } from '../expiry/expire-vouchers.job.ts';
import { undoRedemption } from './undo-redemption.ts';
import { validateVoucher } from './validate-voucher.ts';
import { createVouchersTestbed, type VouchersTestbed } from '../vouchers.testing.ts';

let bed: VouchersTestbed;
beforeAll(async () => {
  bed = await createVouchersTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

interface Voucher {
  id: string;
  partnerId: string;
  voucherCode: string;
  pin: string;
}

const redeem = ({ partnerId, voucherCode: code, pin }: Voucher) =>
  validateVoucher(bed.platform, { partnerId, code, pin, ipAddress: null });
const undo = ({ id, partnerId }: Voucher) => undoRedemption(bed.platform, { id, partnerId, ipAddress: null });
const wonVoucher = async () => bed.wonVoucher(await addPartner(bed.platform));
const claimOf = (winnerId: string) =>
  bed.db.selectFrom('prizeClaims').selectAll().where('winnerId', '=', winnerId).executeTakeFirstOrThrow();
/** Centavos. */
async function owedTo(partnerId: string): Promise<number> {
  await ledgerBalances(bed);
  const entries = await bed.db
    .selectFrom('ledgerEntries')
    .select('amount')
    .where('account', '=', `partners_payable:${partnerId}`)
    .execute();
  return entries.reduce((sum, { amount }) => sum - centavosFromNumeric(amount), 0);
}
const recordedDeliveries = async () =>
  (await bed.db.selectFrom('logQueue').select('kind').where('kind', '=', 'delivered').execute()).length;

test('restores voucher, prize and ledger on an undo, and allows another use', async () => {
  const voucher = await wonVoucher();
  const [claim, unused] = [await claimOf(voucher.winnerId), await bed.find(voucher.id)];
  for (const undone of [1, 2]) {
    expect(await redeem(voucher)).toMatchObject({ ok: true });
    expect(await owedTo(voucher.partnerId)).toBe(5_000);
    expect(await claimOf(voucher.winnerId)).toMatchObject({ state: 'delivered' });
    expect(await undo(voucher)).toEqual({ ok: true });
    expect(await owedTo(voucher.partnerId)).toBe(0);
    expect(await claimOf(voucher.winnerId)).toEqual(claim);
    expect(await bed.find(voucher.id)).toEqual({ ...unused, undone });
  }
  await redeem(voucher);
  expect(await owedTo(voucher.partnerId)).toBe(5_000);
  // The ledger has the commission on the day of the partner's statement.
  const { validatedAt } = await bed.find(voucher.id);
  const onDay = bed.db.selectFrom('ledgerEntries').select('id').where('createdAt', '=', validatedAt);
  expect(await onDay.where('account', '=', `partners_payable:${voucher.partnerId}`).execute()).toHaveLength(
    1,
  );
  const news = await bed.titles(voucher.userId);
  expect(news.filter((title) => title === 'Voucher validado!')).toHaveLength(3);
  expect(news.filter((title) => title === 'O seu voucher voltou a valer')).toHaveLength(2);
});

test('restores the earlier state of a claimed or sent prize', async () => {
  const voucher = await wonVoucher();
  for (const prizeState of [{ state: 'claimed' }, { state: 'sent', sentAt: bed.clock.now() }]) {
    const claimedAt = new Date(bed.clock.now().getTime() - 3_600_000);
    await bed.db
      .updateTable('prizeClaims')
      .set({ claimedAt, ...prizeState })
      .where('winnerId', '=', voucher.winnerId)
      .execute();
    const before = await claimOf(voucher.winnerId);
    await redeem(voucher);
    await undo(voucher);
    expect(await claimOf(voucher.winnerId)).toEqual(before);
  }
});

test('allows the partner of the voucher to undo a use for ten minutes', async () => {
  const voucher = await wonVoucher();
  const otherPartner = await addPartner(bed.platform);
  expect(await undo(voucher)).toEqual({ ok: false, code: 'FINAL' });
  await redeem(voucher);
  expect(await undo({ ...voucher, partnerId: otherPartner.id })).toEqual({ ok: false, code: 'NOT_FOUND' });
  bed.clock.advance(10 * 60);
  expect(await undo(voucher)).toEqual({ ok: false, code: 'FINAL' });
  expect(await bed.find(voucher.id)).toMatchObject({ status: 'validated', undone: 0 });
  bed.clock.advance(-1);
  expect(await undo(voucher)).toEqual({ ok: true });
  bed.clock.advance(1 - 10 * 60);
});

test('accepts one of concurrent undos', async () => {
  const voucher = await wonVoucher();
  await redeem(voucher);
  const undone = await Promise.all([1, 2, 3].map(() => undo(voucher)));
  expect(undone.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await owedTo(voucher.partnerId)).toBe(0);
});

test('keeps ledger and voucher consistent under concurrent uses and undos', async () => {
  const voucher = await wonVoucher();
  await Promise.all([redeem(voucher), undo(voucher), redeem(voucher), undo(voucher), redeem(voucher)]);
  const { status } = await bed.find(voucher.id);
  expect(await owedTo(voucher.partnerId)).toBe(status === 'validated' ? 5_000 : 0);
  expect((await claimOf(voucher.winnerId)).state).toBe(status === 'validated' ? 'delivered' : 'open');
});

test('gives the winner a day after the undo of a use in the voucher’s last minute', async () => {
  const voucher = await wonVoucher();
  const expiresAt = new Date(bed.clock.now().getTime() + 60_000);
  await bed.db.updateTable('serviceVouchers').set({ expiresAt }).where('id', '=', voucher.id).execute();
  await bed.db
    .updateTable('prizeClaims')
    .set({ claimUntil: expiresAt })
    .where('winnerId', '=', voucher.winnerId)
    .execute();
  await redeem(voucher);
  bed.clock.advance(5 * 60);
  await undo(voucher);
  bed.clock.advance(23 * 3_600);
  expect(await redeem(voucher)).toMatchObject({ ok: true });
  bed.clock.advance(-5 * 60 - 23 * 3_600);
});

test('logs a delivery publicly once it can no longer be undone', async () => {
  const voucher = await wonVoucher();
  const before = await recordedDeliveries();
  await redeem(voucher);
  await expireVouchers(bed.platform);
  await undo(voucher);
  bed.clock.advance(11 * 60);
  await expireVouchers(bed.platform);
  expect(await recordedDeliveries()).toBe(before);
  await redeem(voucher);
  bed.clock.advance(10 * 60);
  await Promise.all([1, 2].map(() => expireVouchers(bed.platform)));
  expect(await recordedDeliveries()).toBe(before + 1);
  bed.clock.advance(-21 * 60);
});
