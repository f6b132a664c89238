import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendCommissionMailJob } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { addPartner, addVoucher } from '../partners.testing.ts';
import { partnersRoutes } from '../partners.routes.ts';
import { readVoucherPdf } from '../vouchers/pdf/read-voucher-pdf.ts';
import { validateVoucher } from '../vouchers/redemption/validate-voucher.ts';
import { listBookingsOfPartner } from './bookings.queries.ts';
import { changeVoucherBooking } from './change-voucher-booking.ts';
import { remindBookings } from './remind-bookings.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate service_vouchers; truncate auth.rate_limits');
  await bed.pool.query(`delete from pgboss.job where name = 'mail-earner'`);
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(bed.clock.now().getTime() + hours * HOUR).toISOString();
const visitor = () => createRouterClient(partnersRoutes, { context: testContext(bed.platform, null) });

/** The printed voucher of Rita, who bought by phone. */
async function addPrintedVoucher({ winnerEmail = null as string | null } = {}) {
  const partner = await addPartner(bed.platform);
  const { id, voucherCode, pin } = await addVoucher(bed.platform, partner.id, await bed.buyer());
  const winnerId = bed.platform.random.uuid();
  await bed.db
    .insertInto('rifaWinners')
    .values({
      id: winnerId,
      rifaId: await bed.rifa(),
      winnerName: 'Rita de Cássia Lima',
      winnerEmail,
      winnerNumber: 7,
      winnerPosition: 1,
    })
    .execute();
  await bed.db.updateTable('serviceVouchers').set({ userId: null, winnerId }).where('id', '=', id).execute();
  return {
    id,
    partner,
    proof: { code: voucherCode, pin },
    answer: (version: number, date: string) =>
      changeVoucherBooking(
        bed.platform,
        { partnerId: partner.id },
        { id, version, action: { kind: 'accept', date } },
      ),
  };
}

const readMails = async () => {
  const { rows } = await bed.pool.query<{
    data: { to: string; heading: string; button: { path: string } };
  }>(`select data from pgboss.job where name = 'mail-earner' order by created_on`);
  return rows.map(({ data }) => data);
};

// @covers beyond: a winner without an account agrees on a date by the code and PIN of the printed voucher
//   [server/partners/bookings/book-by-code.ts, web/app/partners/book-voucher-page.tsx]
test('a winner without an account agrees on a date with the partner', async () => {
  const { proof, partner, answer } = await addPrintedVoucher({ winnerEmail: 'rita@exemplo.com.br' });
  const opened = await visitor().openVoucher(proof);
  expect(opened).toMatchObject({ booking: null, partner: { companyName: partner.companyName } });
  expect(JSON.stringify(opened)).not.toContain(proof.pin);
  const date = inHours(48);
  await visitor().bookByCode({ ...proof, version: 0, action: { kind: 'propose', dates: [date] } });
  expect(await listBookingsOfPartner(bed.db, partner.id, bed.clock.now())).toMatchObject([
    { winner: 'Rita L.', booking: { by: 'winner', dates: [date] } },
  ]);
  expect((await readMails())[0]).toMatchObject({ to: partner.email, heading: 'Rita L. propôs uma data' });
  await answer(1, date);
  expect(await visitor().openVoucher(proof)).toMatchObject({
    bookingVersion: 2,
    booking: { state: 'booked', bookedFor: date },
  });
  expect((await readMails())[1]).toMatchObject({
    to: 'rita@exemplo.com.br',
    heading: 'Data marcada',
    button: { path: '/marcar-voucher' },
  });
});

test('reminds the partner, but not a winner without an address', async () => {
  const { proof, partner, answer } = await addPrintedVoucher();
  const date = inHours(20);
  await visitor().bookByCode({ ...proof, version: 0, action: { kind: 'propose', dates: [date] } });
  await answer(1, date);
  await remindBookings(bed.platform);
  expect((await readMails()).map(({ to }) => to)).toEqual([partner.email, partner.email]);
});

test('requires code and PIN of a voucher without an account', async () => {
  const { proof } = await addPrintedVoucher();
  const otherVoucher = await addPrintedVoucher();
  const owned = await addVoucher(bed.platform, otherVoucher.partner.id, await bed.buyer());
  const action = { kind: 'propose' as const, dates: [inHours(48)] };
  const wrongPin = proof.pin === '0000' ? '0001' : '0000';
  for (const [code, pin, reason] of [
    ['0000-0000-0000-0000', proof.pin, 'unknown'],
    ['qualquer coisa', proof.pin, 'unknown'],
    [owned.voucherCode, owned.pin, 'unknown'],
    [proof.code, wrongPin, 'wrong_pin'],
  ] as const) {
    const rejected = { code: 'VOUCHER_INVALID', data: { reason } };
    await expect(visitor().openVoucher({ code, pin })).rejects.toMatchObject(rejected);
    await expect(visitor().bookByCode({ code, pin, version: 0, action })).rejects.toMatchObject(rejected);
  }
  const { rows } = await bed.pool.query('select 1 from service_vouchers where booking is not null');
  expect(rows).toEqual([]);
});

test('guesses lock the PIN for booking and redemption together', async () => {
  const { proof, partner } = await addPrintedVoucher();
  const pin = proof.pin === '0000' ? '0001' : '0000';
  const guesses = Array.from({ length: 8 }, () => visitor().openVoucher({ ...proof, pin }));
  await Promise.allSettled(guesses);
  await expect(visitor().openVoucher(proof)).rejects.toMatchObject({ data: { reason: 'locked' } });
  const used = await validateVoucher(bed.platform, { partnerId: partner.id, ...proof, ipAddress: null });
  expect(used).toMatchObject({ ok: false, rejection: { reason: 'locked' } });
  bed.clock.advance(16 * 60);
  expect(await visitor().openVoucher(proof)).toMatchObject({ booking: null });
});

test('limits calls of one address', async () => {
  const { proof } = await addPrintedVoucher();
  for (let calls = 0; calls < 20; calls++) await visitor().openVoucher(proof);
  await expect(visitor().openVoucher(proof)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('accepts one of two concurrent proposals, and no date for a used voucher', async () => {
  const { id, proof } = await addPrintedVoucher();
  const propose = (hours: number) =>
    visitor().bookByCode({ ...proof, version: 0, action: { kind: 'propose', dates: [inHours(hours)] } });
  const proposals = await Promise.allSettled([propose(24), propose(48)]);
  expect(proposals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await bed.db
    .updateTable('serviceVouchers')
    .set({ status: 'validated', validatedAt: bed.clock.now() })
    .where('id', '=', id)
    .execute();
  await expect(propose(72)).rejects.toMatchObject({ data: { reason: 'used' } });
});

test('prints the address of the page on vouchers of winners without an account only', async () => {
  const { id } = await addPrintedVoucher();
  const size = async () =>
    Buffer.from((await readVoucherPdf(bed.platform, id, null))!.base64, 'base64').length;
  const sizeForPaper = await size();
  await bed.db
    .updateTable('serviceVouchers')
    .set({ userId: await bed.buyer() })
    .where('id', '=', id)
    .execute();
  expect(await size()).toBeLessThan(sizeForPaper);
});
