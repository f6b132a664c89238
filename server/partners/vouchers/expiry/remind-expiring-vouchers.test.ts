/** Winners are reminded before a voucher expires. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { VOUCHER_REMINDER_MS } from '@mare/domain/partners/partner-terms.ts';
import { sendCommissionMailJob } from '../../../affiliates/commissions/send-commission-mail.job.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../../payments/payments.testing.ts';
import { addPartner, addVoucher } from '../../partners.testing.ts';
import { remindExpiringVouchers } from './remind-expiring-vouchers.job.ts';

const DAY_MS = 86_400_000;

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());

const inFuture = (ms: number) => new Date(bed.clock.now().getTime() + ms);

interface Change {
  expiresAt?: Date;
  bookedFor?: Date;
  status?: string;
  validatedAt?: Date;
}

async function addVoucherUntil(expiresAt: Date, changes: Change = {}) {
  const partner = await addPartner(bed.platform);
  const userId = await bed.buyer();
  const { id } = await addVoucher(bed.platform, partner.id, userId);
  const set = (change: Change) =>
    bed.db.updateTable('serviceVouchers').set(change).where('id', '=', id).execute();
  await set({ expiresAt, ...changes });
  const pausePartner = () =>
    bed.db.updateTable('partners').set({ status: 'inactive' }).where('id', '=', partner.id).execute();
  const reminders = async () =>
    (await bed.db.selectFrom('notifications').select('message').where('userId', '=', userId).execute()).map(
      ({ message }) => message,
    );
  return { set, pausePartner, reminders };
}

test('reminds the winner once in the last seven days, also with several processes', async () => {
  const later = await addVoucherUntil(inFuture(VOUCHER_REMINDER_MS + DAY_MS));
  const soon = await addVoucherUntil(inFuture(VOUCHER_REMINDER_MS));
  const expiredVoucher = await addVoucherUntil(inFuture(-1));
  await Promise.all([1, 2, 3].map(() => remindExpiringVouchers(bed.platform)));
  await remindExpiringVouchers(bed.platform);
  expect(await soon.reminders()).toEqual([expect.stringMatching(/vale até .* Combine o dia com /)]);
  expect([...(await later.reminders()), ...(await expiredVoucher.reminders())]).toEqual([]);
});

test('reminds again of an extended voucher, when its new end is near', async () => {
  const voucher = await addVoucherUntil(inFuture(DAY_MS));
  await remindExpiringVouchers(bed.platform);
  await voucher.set({ expiresAt: inFuture(30 * DAY_MS) });
  await remindExpiringVouchers(bed.platform);
  expect(await voucher.reminders()).toHaveLength(1);
  await voucher.set({ expiresAt: inFuture(2 * DAY_MS) });
  await remindExpiringVouchers(bed.platform);
  expect(await voucher.reminders()).toHaveLength(2);
});

test('skips used vouchers and agreed dates, and refers to the team while a partner is paused', async () => {
  const booked = await addVoucherUntil(inFuture(3 * DAY_MS), { bookedFor: inFuture(2 * DAY_MS) });
  const used = await addVoucherUntil(inFuture(3 * DAY_MS), {
    status: 'validated',
    validatedAt: bed.clock.now(),
  });
  const paused = await addVoucherUntil(inFuture(3 * DAY_MS));
  await paused.pausePartner();
  await remindExpiringVouchers(bed.platform);
  expect([...(await booked.reminders()), ...(await used.reminders())]).toEqual([]);
  expect(await paused.reminders()).toEqual([expect.stringContaining('não está atendendo agora')]);
});
