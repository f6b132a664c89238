/** The deadline of a voucher does not run while the payment of its cota is disputed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendCommissionMailJob } from '../../../affiliates/commissions/send-commission-mail.job.ts';
import { expirePrizes } from '../../../draws/prizes/expire-prizes.job.ts';
import type { OrderEvent } from '../../../orders/lifecycle/order-events.ts';
import { paidOrder } from '../../../payments/payments.testing.ts';
import { applySnapshot } from '../../../payments/settlement/apply-snapshot.ts';
import { addPartner } from '../../partners.testing.ts';
import { remindBookings } from '../../bookings/remind-bookings.job.ts';
import { expireVouchers } from './expire-vouchers.job.ts';
import { issueVouchers } from '../issue-vouchers.job.ts';
import { remindExpiringVouchers } from './remind-expiring-vouchers.job.ts';
import {
  addWinner,
  createVouchersTestbed,
  redeemWithPin,
  type VouchersTestbed,
} from '../vouchers.testing.ts';
import { listVouchersOfWinner } from '../vouchers.queries.ts';
import { waitVouchersJob } from './waiting-vouchers.ts';

const DAY_MS = 86_400_000;

let bed: VouchersTestbed;
beforeAll(async () => {
  bed = await createVouchersTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());
const resetClock = () => bed.clock.advance((Date.now() - bed.clock.now().getTime()) / 1000);
beforeEach(async () => {
  resetClock();
  await bed.reset();
});

/** A service won with a paid cota, and its voucher for 30 days. */
async function addWonService() {
  const partner = await addPartner(bed.platform);
  const { rifaId, userId } = await addWinner(bed, { name: 'Massagem relaxante' });
  const order = await paidOrder(bed, { totalCentavos: 2_000 });
  const { id: winnerId } = await bed.db
    .updateTable('rifaWinners')
    .set({ orderId: order.id })
    .where('rifaId', '=', rifaId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const claimUntil = new Date(bed.clock.now().getTime() + 30 * DAY_MS);
  await bed.db.insertInto('prizeClaims').values({ winnerId, claimUntil }).execute();
  await issueVouchers(bed.platform, rifaId);
  const row = () =>
    bed.db
      .selectFrom('serviceVouchers')
      .selectAll()
      .where('winnerId', '=', winnerId)
      .executeTakeFirstOrThrow();
  return {
    orderId: order.id,
    paymentId: order.paymentId,
    partnerId: partner.id,
    userId,
    row,
    claim: () =>
      bed.db.selectFrom('prizeClaims').selectAll().where('winnerId', '=', winnerId).executeTakeFirstOrThrow(),
    shown: async () => (await listVouchersOfWinner(bed.db, userId, bed.clock.now()))[0]!,
    redeem: async () => redeemWithPin(bed, (await row()).partnerId, (await row()).voucherCode),
    set: (change: { expiresAt?: Date; booking?: string; bookedFor?: Date }) =>
      bed.db.updateTable('serviceVouchers').set(change).where('winnerId', '=', winnerId).execute(),
    async atDeadline(offsetMs: number) {
      bed.clock.advance(((await row()).expiresAt.getTime() + offsetMs - bed.clock.now().getTime()) / 1000);
    },
    daysLeft: async () => ((await row()).expiresAt.getTime() - bed.clock.now().getTime()) / DAY_MS,
  };
}

/** Changes a payment at the provider, and applies its new state. */
async function changePayment(paymentId: string, to: string) {
  await bed.transition(paymentId, to);
  await applySnapshot(bed.context, await bed.read(paymentId), 'check');
}

/** Runs the jobs of these order events, like a worker. */
async function runEventJobs(orderId: string, ...events: ('order-disputed' | 'order-dispute-won')[]) {
  for (const name of events) {
    const { rows } = await bed.pool.query<{ data: OrderEvent }>(
      `select data from pgboss.job where name = $1 and data ->> 'orderId' = $2 order by created_on`,
      [name, orderId],
    );
    for (const { data } of rows) await waitVouchersJob.handle(bed.platform, data);
  }
}

async function runDueWork() {
  await expirePrizes(bed.platform);
  await expireVouchers(bed.platform);
}

// @covers beyond: a voucher whose payment is disputed does not expire, and gets the time that it waited
//   [server/partners/vouchers/expiry/waiting-vouchers.ts]
test('keeps a disputed voucher beyond its deadline, and adds the wait when the dispute is won', async () => {
  const won = await addWonService();
  bed.clock.advance(20 * 86_400);
  const daysLeft = await won.daysLeft();
  await changePayment(won.paymentId, 'mediation');
  await runDueWork();
  bed.clock.advance(25 * 86_400);
  await runDueWork();
  expect(await won.shown()).toMatchObject({ status: 'pending', isOnHold: true, isWaiting: true, pin: null });
  expect((await won.claim()).state).toBe('open');

  await changePayment(won.paymentId, 'win_dispute');
  await runDueWork();
  await runEventJobs(won.orderId, 'order-disputed', 'order-dispute-won');
  expect(await won.shown()).toMatchObject({ status: 'pending', isOnHold: false, isWaiting: false });
  const after = await won.daysLeft();
  expect(after).toBeGreaterThanOrEqual(daysLeft - 0.001);
  expect(after).toBeLessThan(daysLeft + 1);
  expect((await won.claim()).claimUntil).toEqual((await won.row()).expiresAt);
  expect(await bed.titles(won.userId)).toContain('O seu voucher voltou a valer');

  // Repeated jobs add nothing.
  const { expiresAt } = await won.row();
  bed.clock.advance(86_400);
  await runEventJobs(won.orderId, 'order-dispute-won', 'order-disputed');
  await runDueWork();
  expect((await won.row()).expiresAt).toEqual(expiresAt);
  expect(await won.redeem()).toMatchObject({ ok: true });
});

test('leaves at least seven days, also if no job saw the dispute before it ended', async () => {
  for (const noticed of [true, false]) {
    resetClock();
    const won = await addWonService();
    await won.atDeadline(-3_600_000);
    await changePayment(won.paymentId, 'mediation');
    if (noticed) await runEventJobs(won.orderId, 'order-disputed');
    bed.clock.advance(2 * 86_400);
    if (noticed) await runDueWork();
    await changePayment(won.paymentId, 'win_dispute');
    // A delayed worker runs the hourly job before both events.
    await runDueWork();
    await runEventJobs(won.orderId, 'order-disputed', 'order-dispute-won');
    expect(await won.shown()).toMatchObject({ status: 'pending', isOnHold: false });
    expect(await won.daysLeft()).toBeGreaterThan(6.99);
    expect((await won.claim()).state).toBe('open');
    expect(await won.redeem()).toMatchObject({ ok: true });
  }
});

test('adds no time for a dispute that begins after the deadline', async () => {
  const won = await addWonService();
  await won.atDeadline(1000);
  await changePayment(won.paymentId, 'mediation');
  await runDueWork();
  await runEventJobs(won.orderId, 'order-disputed');
  expect((await won.row()).status).toBe('expired');
  await changePayment(won.paymentId, 'win_dispute');
  await runEventJobs(won.orderId, 'order-dispute-won');
  await runDueWork();
  expect((await won.row()).status).toBe('expired');
  expect((await won.claim()).state).toBe('expired');
});

test('adds the waits of two disputes', async () => {
  const won = await addWonService();
  const daysLeft = await won.daysLeft();
  for (const days of [10, 15]) {
    await changePayment(won.paymentId, 'mediation');
    await runEventJobs(won.orderId, 'order-disputed');
    bed.clock.advance(days * 86_400);
    await runDueWork();
    await changePayment(won.paymentId, 'win_dispute');
    await runEventJobs(won.orderId, 'order-dispute-won');
  }
  expect(await won.daysLeft()).toBeGreaterThanOrEqual(daysLeft - 0.001);
  expect(await won.daysLeft()).toBeLessThan(daysLeft + 1);
});

test('keeps the voucher usable when its expiry job is concurrent with the end of the dispute', async () => {
  const won = await addWonService();
  await won.atDeadline(-1000);
  await changePayment(won.paymentId, 'mediation');
  bed.clock.advance(86_400);
  await Promise.all([runDueWork(), runDueWork(), changePayment(won.paymentId, 'win_dispute'), runDueWork()]);
  await Promise.all([
    runEventJobs(won.orderId, 'order-disputed'),
    runEventJobs(won.orderId, 'order-dispute-won'),
    runDueWork(),
  ]);
  await runDueWork();
  expect(await won.shown()).toMatchObject({ status: 'pending', isOnHold: false, isWaiting: false });
  expect(await won.redeem()).toMatchObject({ ok: true });
});

test('resumes the deadline after a lost dispute, and the voucher expires', async () => {
  const won = await addWonService();
  await changePayment(won.paymentId, 'mediation');
  await runEventJobs(won.orderId, 'order-disputed');
  await changePayment(won.paymentId, 'lose_charge_back');
  await runDueWork();
  expect(await won.shown()).toMatchObject({ isOnHold: true, isWaiting: false });
  await won.atDeadline(1000);
  await runDueWork();
  expect((await won.row()).status).toBe('expired');
  expect((await won.claim()).state).toBe('expired');
});

// @covers beyond: a reversed charge-back restores the voucher of its order, as a won dispute does
//   [server/partners/vouchers/expiry/waiting-vouchers.ts]
test('restores the voucher and its remaining time after a reversed charge-back, also if no job saw it', async () => {
  for (const noticed of [true, false]) {
    resetClock();
    const won = await addWonService();
    const left = await won.daysLeft();
    for (const to of ['charge_back', 'lose_charge_back']) await changePayment(won.paymentId, to);
    if (noticed) {
      await runEventJobs(won.orderId, 'order-disputed');
      await runDueWork();
    }
    expect(await won.shown()).toMatchObject({ isOnHold: true });
    expect(await won.redeem()).toMatchObject({ ok: false });
    await won.atDeadline(86_400_000);
    if (noticed) await runDueWork();
    const states = [(await won.row()).status, (await won.claim()).state];
    expect(states).toEqual(noticed ? ['expired', 'expired'] : ['pending', 'open']);
    await changePayment(won.paymentId, 'reverse_charge_back');
    if (!noticed) await runDueWork();
    await runEventJobs(won.orderId, 'order-disputed', 'order-dispute-won');
    await runDueWork();
    expect(await won.shown()).toMatchObject({ status: 'pending', isOnHold: false, isWaiting: false });
    expect((await won.claim()).state).toBe('open');
    expect(await won.daysLeft()).toBeGreaterThanOrEqual(left - 0.001);
    expect(await won.daysLeft()).toBeLessThan(left + 1);
    expect(await won.redeem()).toMatchObject({ ok: true });
  }
});

test('sends no reminder during a dispute, and notifies the partner when it begins and ends', async () => {
  const won = await addWonService();
  const bookedFor = new Date(bed.clock.now().getTime() + 3_600_000);
  const booking = {
    state: 'booked',
    by: 'partner',
    dates: [bookedFor.toISOString()],
    bookedFor: bookedFor.toISOString(),
  };
  await won.set({ booking: JSON.stringify(booking), bookedFor });
  await changePayment(won.paymentId, 'mediation');
  await runEventJobs(won.orderId, 'order-disputed');
  await won.set({ expiresAt: new Date(bed.clock.now().getTime() + 2 * DAY_MS) });
  await remindBookings(bed.platform);
  bed.clock.advance(2 * 3600);
  await remindExpiringVouchers(bed.platform);
  expect(await bed.titles(won.userId)).toEqual(['O seu voucher chegou']);
  const mails = async () => {
    const { rows } = await bed.pool.query<{ heading: string }>(
      `select data ->> 'heading' as heading from pgboss.job
        where name = $1 and data ->> 'to' = (select email from partners where id = $2) order by created_on`,
      [sendCommissionMailJob.name, won.partnerId],
    );
    return rows.map(({ heading }) => heading);
  };
  expect(await mails()).toEqual(['Uma data marcada espera uma decisão']);
  await changePayment(won.paymentId, 'win_dispute');
  await runEventJobs(won.orderId, 'order-dispute-won');
  expect(await mails()).toEqual(['Uma data marcada espera uma decisão', 'O voucher voltou a valer']);
});
