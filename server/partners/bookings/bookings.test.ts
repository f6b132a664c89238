/** Dates of vouchers: agreed between winner and partner, decided once, with a reminder to both. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BookingAction } from '@mare/domain/partners/booking.ts';
import { sendCommissionMailJob } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { addPartner, addVoucher } from '../partners.testing.ts';
import { changeVoucher } from '../vouchers/change-voucher.ts';
import { releaseVouchers } from '../vouchers/release-vouchers.ts';
import { validateVoucher } from '../vouchers/redemption/validate-voucher.ts';
import { listVouchersOfWinner } from '../vouchers/vouchers.queries.ts';
import { listBookingsOfPartner } from './bookings.queries.ts';
import { type BookingCaller, changeVoucherBooking } from './change-voucher-booking.ts';
import { remindBookings } from './remind-bookings.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate service_vouchers');
  await bed.pool.query(`delete from pgboss.job where name = 'mail-earner'`);
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(bed.clock.now().getTime() + hours * HOUR).toISOString();

async function addWonVoucher() {
  const partner = await addPartner(bed.platform);
  const userId = await bed.buyer();
  await bed.db
    .updateTable('profiles')
    .set({ name: 'Ana Maria Souza', email: `${userId}@exemplo.com.br` })
    .where('id', '=', userId)
    .execute();
  const voucher = await addVoucher(bed.platform, partner.id, userId);
  const change = (caller: BookingCaller) => (version: number, action: BookingAction) =>
    changeVoucherBooking(bed.platform, caller, { id: voucher.id, version, action });
  return {
    partner,
    voucher,
    userId,
    winner: change({ userId }),
    answer: change({ partnerId: partner.id }),
    read: async () => (await listVouchersOfWinner(bed.db, userId, bed.clock.now()))[0]!,
    seen: () => listBookingsOfPartner(bed.db, partner.id, bed.clock.now()),
  };
}

const readMails = async () => {
  const { rows } = await bed.pool.query<{ data: { to: string; heading: string; paragraphs: string[] } }>(
    `select data from pgboss.job where name = 'mail-earner' order by created_on`,
  );
  return rows.map(({ data }) => data);
};

test('winner and partner agree on a date, and both see it', async () => {
  const { winner, answer, read, seen, partner, userId } = await addWonVoucher();
  expect(await seen()).toEqual([]);
  const dates = [inHours(48), inHours(72)];
  expect(await winner(0, { kind: 'propose', dates })).toEqual({ ok: true, version: 1 });
  const [shown] = await seen();
  expect(shown).toMatchObject({ winner: 'Ana S.', booking: { state: 'proposed', by: 'winner', dates } });
  expect(shown).not.toHaveProperty('voucherCode');
  expect(shown).not.toHaveProperty('pin');
  expect(await readMails()).toMatchObject([{ to: partner.email, heading: 'Ana S. propôs datas' }]);
  expect(await answer(1, { kind: 'accept', date: dates[1]! })).toEqual({ ok: true, version: 2 });
  expect(await read()).toMatchObject({
    bookingVersion: 2,
    booking: { state: 'booked', by: 'partner', bookedFor: dates[1] },
  });
  expect((await readMails())[1]).toMatchObject({ to: `${userId}@exemplo.com.br`, heading: 'Data marcada' });
  const titles = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', userId)
    .execute();
  expect(titles).toEqual([{ title: 'Data marcada' }]);
});

test('applies one of a concurrent acceptance and cancellation', async () => {
  for (let round = 0; round < 5; round++) {
    const { winner, answer, read } = await addWonVoucher();
    const date = inHours(48);
    await winner(0, { kind: 'propose', dates: [date] });
    const results = await Promise.all([
      answer(1, { kind: 'accept', date }),
      winner(1, { kind: 'cancel' }),
      winner(1, { kind: 'propose', dates: [inHours(96)] }),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await read()).bookingVersion).toBe(2);
  }
});

test('allows only winner and partner to change the date of a usable voucher', async () => {
  const { winner, answer, voucher, partner } = await addWonVoucher();
  const stranger = await addWonVoucher();
  const propose: BookingAction = { kind: 'propose', dates: [inHours(48)] };
  for (const caller of [{ userId: stranger.userId }, { partnerId: stranger.partner.id }])
    expect(
      await changeVoucherBooking(bed.platform, caller, { id: voucher.id, version: 0, action: propose }),
    ).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await answer(0, propose)).toEqual({ ok: false, code: 'VERSION_CONFLICT' });
  expect(await winner(0, { kind: 'propose', dates: [inHours(24 * 31)] })).toEqual({
    ok: false,
    code: 'BOOKING_DATES_INVALID',
  });
  await validateVoucher(bed.platform, {
    partnerId: partner.id,
    code: voucher.voucherCode,
    pin: voucher.pin,
    ipAddress: null,
  });
  expect(await winner(0, propose)).toEqual({ ok: false, code: 'VOUCHER_FINAL' });
});

test('a cancelled date frees both and notifies the other side', async () => {
  const { winner, answer, seen, userId } = await addWonVoucher();
  const date = inHours(48);
  await winner(0, { kind: 'propose', dates: [date] });
  await answer(1, { kind: 'accept', date });
  expect(await answer(2, { kind: 'cancel' })).toEqual({ ok: true, version: 3 });
  expect((await readMails()).at(-1)).toMatchObject({
    to: `${userId}@exemplo.com.br`,
    heading: 'A data foi cancelada',
  });
  expect(await answer(3, { kind: 'propose', dates: [inHours(50)] })).toMatchObject({ ok: true });
  expect(await winner(4, { kind: 'accept', date: (await seen())[0]!.booking.dates[0]! })).toMatchObject({
    ok: true,
  });
});

test('reminds both once, on the day before', async () => {
  const { winner, answer, partner, userId } = await addWonVoucher();
  const date = inHours(48);
  await winner(0, { kind: 'propose', dates: [date] });
  await answer(1, { kind: 'accept', date });
  const reminders = async () =>
    (await readMails())
      .filter(({ heading }) => heading === 'O seu horário está chegando')
      .map(({ to }) => to);
  await remindBookings(bed.platform);
  expect(await reminders()).toEqual([]);
  bed.clock.advance(25 * 3_600);
  await Promise.all([remindBookings(bed.platform), remindBookings(bed.platform)]);
  await remindBookings(bed.platform);
  expect((await reminders()).toSorted()).toEqual([`${userId}@exemplo.com.br`, partner.email].toSorted());
  bed.clock.advance(-25 * 3_600);
});

test('removes the date of a voucher that is reassigned', async () => {
  const { winner, answer, voucher, seen, read, userId, partner } = await addWonVoucher();
  const date = inHours(48);
  await winner(0, { kind: 'propose', dates: [date] });
  await answer(1, { kind: 'accept', date });
  const otherPartner = await addPartner(bed.platform);
  const by = { userId, ipAddress: null };
  const change = { kind: 'reassign' as const, partnerId: otherPartner.id };
  expect(await changeVoucher(bed.platform, by, { id: voucher.id, change, reason: 'Fechou' })).toEqual({
    ok: true,
  });
  expect(await read()).toMatchObject({ booking: null, bookingVersion: 3 });
  expect(await seen()).toEqual([]);
  const notices = (await readMails()).filter(({ heading }) => heading === 'Uma data marcada não vale mais');
  expect(notices.map(({ to }) => to)).toEqual([partner.email]);
  expect(notices[0]!.paragraphs[1]).toContain('O voucher de Ana S. passou para outro parceiro');
  bed.clock.advance(25 * 3_600);
  await remindBookings(bed.platform);
  expect((await readMails()).some(({ heading }) => heading === 'O seu horário está chegando')).toBe(false);
  bed.clock.advance(-25 * 3_600);
});

test('notifies a former partner with an account, also of proposed dates', async () => {
  const { winner, voucher, partner } = await addWonVoucher();
  const account = await bed.buyer();
  await bed.db.updateTable('profiles').set({ email: partner.email }).where('id', '=', account).execute();
  await winner(0, { kind: 'propose', dates: [inHours(48)] });
  const by = { userId: account, ipAddress: null };
  const reassign = (partnerId: string) =>
    changeVoucher(bed.platform, by, {
      id: voucher.id,
      change: { kind: 'reassign', partnerId },
      reason: 'Fechou',
    });
  // Reassigning to the same partner keeps the dates.
  await reassign(partner.id);
  await reassign((await addPartner(bed.platform)).id);
  // A voucher without dates does not notify the former partner.
  await reassign((await addPartner(bed.platform)).id);
  const titles = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', account)
    .execute();
  expect(titles).toEqual([{ title: 'Datas propostas não valem mais' }]);
});

test('moves dates with the vouchers of a paused partner and notifies the partner', async () => {
  const { winner, answer, voucher, partner } = await addWonVoucher();
  await addPartner(bed.platform);
  const date = inHours(48);
  await winner(0, { kind: 'propose', dates: [date] });
  await answer(1, { kind: 'accept', date });
  await bed.db.updateTable('partners').set({ status: 'inactive' }).where('id', '=', partner.id).execute();
  await bed.db.transaction().execute((trx) => releaseVouchers(trx, bed.platform, partner, 'reassign'));
  const { partnerId, bookedFor } = await bed.db
    .selectFrom('serviceVouchers')
    .select(['partnerId', 'bookedFor'])
    .where('id', '=', voucher.id)
    .executeTakeFirstOrThrow();
  expect([partnerId === partner.id, bookedFor]).toEqual([false, null]);
  // Enqueued in one transaction, so their order is undefined.
  expect(await readMails()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ to: partner.email, heading: 'Uma data marcada não vale mais' }),
      expect.objectContaining({ heading: 'O seu voucher é em outro lugar' }),
    ]),
  );
});
