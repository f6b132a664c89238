/** Vouchers of prizes after a payment, refund, dispute or repeated draw of the order. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { checkVoucher } from './redemption/check-voucher.ts';
import { issueVouchers } from './issue-vouchers.job.ts';
import { addPartner } from '../partners.testing.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { createVouchersTestbed, type VouchersTestbed, addWinner, redeemWithPin } from './vouchers.testing.ts';
import { readVoucherPdf } from './pdf/read-voucher-pdf.ts';
import { listVouchersOfWinner } from './vouchers.queries.ts';
import { withdrawVouchers } from './withdraw-vouchers.ts';

let bed: VouchersTestbed;
beforeAll(async () => {
  bed = await createVouchersTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

async function addWinnerOfService() {
  await addPartner(bed.platform);
  const { rifaId, userId } = await addWinner(bed, { name: 'Massagem relaxante' });
  const order = await bed.order('pix', { totalCentavos: 2_000 });
  const { id } = await bed.db
    .updateTable('rifaWinners')
    .set({ orderId: order.id })
    .where('rifaId', '=', rifaId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const claimUntil = new Date(bed.clock.now().getTime() + 30 * 86_400_000);
  await bed.db.insertInto('prizeClaims').values({ winnerId: id, claimUntil }).execute();
  return { rifaId, userId, winnerId: id, orderId: order.id };
}
const setOrder = (id: string, change: { status?: string; paidAt?: Date; disputedAt?: Date | null }) =>
  bed.db.updateTable('orders').set(change).where('id', '=', id).execute();
const pay = (id: string) => setOrder(id, { status: 'paid', paidAt: bed.clock.now() });
/** Two persons refunded the order, and the winner keeps the prize. */
const refundSealedCotas = ({ rifaId, userId, orderId }: Record<'rifaId' | 'userId' | 'orderId', string>) =>
  bed.db
    .insertInto('approvals')
    .values({
      id: bed.platform.random.uuid(),
      kind: 'REFUND_SEALED',
      state: 'done',
      subjectId: orderId,
      rifaId,
      payload: '{}',
      summary: 'Devolver',
      reason: 'Erro no pagamento.',
      requestedBy: userId,
      requestedAt: bed.clock.now(),
      effectiveAt: bed.clock.now(),
    })
    .execute();

test('issues a voucher after a refund by two admins, because the winner keeps the prize', async () => {
  const sealed = await addWinnerOfService();
  await pay(sealed.orderId);
  await setOrder(sealed.orderId, { status: 'refunded' });
  await issueVouchers(bed.platform, sealed.rifaId);
  expect(await bed.vouchersOf(sealed.userId)).toEqual([]);
  await refundSealedCotas(sealed);
  await setOrder(sealed.orderId, { disputedAt: bed.clock.now() });
  await issueVouchers(bed.platform, sealed.rifaId);
  expect(await bed.vouchersOf(sealed.userId)).toEqual([]);
  await setOrder(sealed.orderId, { disputedAt: null });
  await issueVouchers(bed.platform, sealed.rifaId);
  expect(await bed.vouchersOf(sealed.userId)).toHaveLength(1);
  const [voucher] = await listVouchersOfWinner(bed.db, sealed.userId, bed.clock.now());
  expect(voucher!.rifa).toMatchObject({ id: sealed.rifaId });
});

test('blocks a voucher while its order is disputed or refunded, and delivers the prize once used', async () => {
  const { rifaId, userId, winnerId, orderId } = await addWinnerOfService();
  await issueVouchers(bed.platform, rifaId);
  expect(await bed.vouchersOf(userId)).toEqual([]);
  await pay(orderId);
  await issueVouchers(bed.platform, rifaId);
  const [voucher] = await bed.db.selectFrom('serviceVouchers').selectAll().execute();
  const shown = async () => (await listVouchersOfWinner(bed.db, userId, bed.clock.now()))[0];
  const isValid = async () => (await checkVoucher(bed.platform, voucher!.voucherCode)).valid;
  const print = () => readVoucherPdf(bed.platform, voucher!.id, userId);
  expect(await shown()).toMatchObject({ isOnHold: false, pin: voucher!.pin });
  expect(await isValid()).toBe(true);
  expect(await print()).toBeTruthy();
  await setOrder(orderId, { disputedAt: bed.clock.now() });
  expect(await redeemWithPin(bed, voucher!.partnerId, voucher!.voucherCode)).toMatchObject({ ok: false });
  expect(await shown()).toMatchObject({ status: 'pending', isOnHold: true, pin: null });
  expect(await isValid()).toBe(false);
  expect(await print()).toBeNull();
  await setOrder(orderId, { disputedAt: null, status: 'refunded' });
  expect(await redeemWithPin(bed, voucher!.partnerId, voucher!.voucherCode)).toMatchObject({ ok: false });
  await refundSealedCotas({ rifaId, userId, orderId });
  expect(await redeemWithPin(bed, voucher!.partnerId, voucher!.voucherCode)).toMatchObject({ ok: true });
  const claim = await bed.db
    .selectFrom('prizeClaims')
    .select(['state', 'deliveryNote'])
    .where('winnerId', '=', winnerId)
    .executeTakeFirstOrThrow();
  expect(claim).toEqual({
    state: 'delivered',
    deliveryNote: expect.stringContaining(formatVoucherCode(voucher!.voucherCode)),
  });
});

const readDates = async (winnerId: string) => {
  const row = await bed.db
    .selectFrom('prizeClaims as claim')
    .innerJoin('serviceVouchers as voucher', 'voucher.winnerId', 'claim.winnerId')
    .select(['claim.claimUntil', 'voucher.expiresAt'])
    .where('claim.winnerId', '=', winnerId)
    .executeTakeFirstOrThrow();
  expect(row.expiresAt).toEqual(row.claimUntil);
  return (row.claimUntil.getTime() - bed.clock.now().getTime()) / 86_400_000;
};

test.each([0, 29])(
  'gives a voucher issued %i days later the deadline of its prize, and at least 30 days',
  async (days) => {
    const { rifaId, winnerId, orderId } = await addWinnerOfService();
    await pay(orderId);
    bed.clock.advance(days * 86_400);
    await issueVouchers(bed.platform, rifaId);
    expect(await readDates(winnerId)).toBeGreaterThanOrEqual(30);
    bed.clock.advance(-days * 86_400);
  },
);

test('issues no voucher for a prize that was delivered manually or has expired', async () => {
  const [byHand, expired] = [await addWinnerOfService(), await addWinnerOfService()];
  await Promise.all([pay(byHand.orderId), pay(expired.orderId)]);
  const delivery = { winnerId: byHand.winnerId, userId: byHand.userId, note: 'Em mãos', proof: null };
  expect(await deliverPrize(bed.platform, delivery)).toEqual({ ok: true });
  bed.clock.advance(31 * 86_400);
  await issueVouchers(bed.platform, byHand.rifaId);
  await issueVouchers(bed.platform, expired.rifaId);
  bed.clock.advance(-31 * 86_400);
  expect(await bed.vouchersOf(byHand.userId)).toEqual([]);
  expect(await bed.vouchersOf(expired.userId)).toEqual([]);
});

test('delivers a prize once by a concurrent voucher and manual delivery', async () => {
  const { rifaId, winnerId, orderId, userId } = await addWinnerOfService();
  await pay(orderId);
  const delivery = { winnerId, userId, note: 'Em mãos', proof: null };
  const [delivered] = await Promise.all([
    deliverPrize(bed.platform, delivery),
    issueVouchers(bed.platform, rifaId),
  ]);
  const voucher = await bed.db
    .selectFrom('serviceVouchers')
    .selectAll()
    .where('winnerId', '=', winnerId)
    .executeTakeFirst();
  expect(voucher === undefined).toBe(delivered.ok);
  if (!voucher) return;
  const [validated, again] = await Promise.all([
    redeemWithPin(bed, voucher.partnerId, voucher.voucherCode),
    deliverPrize(bed.platform, delivery),
  ]);
  expect([validated.ok, again.ok]).toEqual([true, false]);
});

test('withdraws a voucher when a correction changes the winner', async () => {
  const { rifaId, userId, winnerId, orderId } = await addWinnerOfService();
  await pay(orderId);
  await issueVouchers(bed.platform, rifaId);
  await bed.db.transaction().execute(async (trx) => {
    await withdrawVouchers(trx, bed.platform, [winnerId]);
    await trx.deleteFrom('rifaWinners').where('id', '=', winnerId).execute();
  });
  expect(await bed.vouchersOf(userId)).toMatchObject([{ status: 'expired' }]);
  const sent = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .execute();
  expect(sent.map(({ title }) => title)).toContain('O seu voucher não vale mais');
});
