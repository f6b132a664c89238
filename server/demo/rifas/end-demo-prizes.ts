/** Completes the prizes of a demo draw: delivered, redeemed at the partner, or expired. */
import { demoMidnight } from '@mare/database/seed/demo-dates.ts';
import type { DemoDraw, DemoPrizeEnd } from '@mare/database/seed/demo-winners.ts';
import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { DEFAULT_CLAIM_DAYS } from '@mare/domain/draws/prizes/claim-deadline.ts';
import type { ContactOutcome } from '@mare/domain/draws/prizes/prize-state.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { recordContact } from '../../draws/prizes/delivery/record-contact.ts';
import { expirePrizes } from '../../draws/prizes/expire-prizes.job.ts';
import { expireVouchers } from '../../partners/vouchers/expiry/expire-vouchers.job.ts';
import { validateVoucher } from '../../partners/vouchers/redemption/validate-voucher.ts';
import type { Platform } from '../../platform/platform.ts';

/** A use case that runs with the clock set to `at`. */
export interface DemoStep {
  at: Date;
  run: (then: Platform) => Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HANDED_OVER_AFTER_DAYS = 9;
const UNANSWERED_CALL_DAYS = [1, 7, 21];
/** Before the voucher expires. */
const LATEST_USE_DAYS = 28;
/** Hour of day in Maceió at which services are rendered. */
const AFTERNOON_HOUR = 15;
/** From the afternoon to the extraction in the evening. */
const AFTERNOON_MS = 4 * HOUR_MS;
/** From the extraction until the day is over. */
export const END_OF_DAY_MS = 6 * HOUR_MS;

interface Now {
  now: Date;
  adminId: string;
}

export function endDemoPrizes({ rifaId, winners }: DemoDraw, drawDate: Date, at: Now): DemoStep[] {
  return winners.flatMap(({ end }, index) => endPrize({ rifaId, position: index + 1 }, end, drawDate, at));
}

interface WonPrize {
  rifaId: string;
  position: number;
}

function endPrize(prize: WonPrize, end: DemoPrizeEnd, drawDate: Date, { now, adminId }: Now): DemoStep[] {
  const afterDays = (days: number) => new Date(drawDate.getTime() + days * DAY_MS);
  const callOn = (days: number, outcome: ContactOutcome): DemoStep => ({
    at: new Date(afterDays(days).getTime() - AFTERNOON_MS),
    run: (then) => contact(then, prize, adminId, outcome),
  });
  if (end === 'open') return [callOn(1, 'reached')];
  if (end === 'handedOver')
    return [
      callOn(1, 'reached'),
      { at: afterDays(HANDED_OVER_AFTER_DAYS), run: (then) => handOver(then, prize, adminId) },
    ];
  if (end === 'expired')
    return [
      ...UNANSWERED_CALL_DAYS.map((days) => callOn(days, 'no_answer')),
      { at: new Date(afterDays(DEFAULT_CLAIM_DAYS).getTime() + END_OF_DAY_MS), run: runExpiryJobs },
    ];
  const at = timeOfUse(end, drawDate, now);
  return [
    { at, run: (then) => useVoucher(then, prize) },
    // By then the redemption is final, and the public log records it.
    { at: new Date(at.getTime() + HOUR_MS), run: runExpiryJobs },
  ];
}

function timeOfUse(
  end: Exclude<DemoPrizeEnd, 'handedOver' | 'open' | 'expired'>,
  drawDate: Date,
  now: Date,
): Date {
  const afterDraw = (days: number) => drawDate.getTime() + days * DAY_MS - AFTERNOON_MS;
  if (end === 'usedBeforePayout') {
    const dayBefore = latestPayout(now).startsAt.getTime() - (24 - AFTERNOON_HOUR) * HOUR_MS;
    return new Date(Math.min(dayBefore, afterDraw(LATEST_USE_DAYS)));
  }
  return 'usedAfterDays' in end
    ? new Date(afterDraw(end.usedAfterDays))
    : new Date(demoMidnight(now, end.usedDaysAgo).getTime() + AFTERNOON_HOUR * HOUR_MS);
}

function findWinner({ db }: Platform, { rifaId, position }: WonPrize) {
  return db
    .selectFrom('rifaWinners')
    .select('id')
    .where('rifaId', '=', rifaId)
    .where('winnerPosition', '=', position)
    .executeTakeFirstOrThrow();
}

async function contact(
  then: Platform,
  prize: WonPrize,
  adminId: string,
  outcome: ContactOutcome,
): Promise<void> {
  const { id: winnerId } = await findWinner(then, prize);
  const attempt = { winnerId, contactedAt: then.clock.now(), channel: 'phone', outcome, note: '' } as const;
  const recorded = await recordContact(then, { userId: adminId, ipAddress: null }, attempt);
  if (!recorded.ok) throw new Error(`demo contact: ${recorded.code}`);
}

async function handOver(then: Platform, prize: WonPrize, adminId: string): Promise<void> {
  const { id: winnerId } = await findWinner(then, prize);
  const note = 'Entregue em mãos na loja, com recibo assinado.';
  const delivered = await deliverPrize(then, { winnerId, userId: adminId, note, proof: null });
  if (!delivered.ok) throw new Error(`demo delivery: ${delivered.code}`);
}

async function useVoucher(then: Platform, prize: WonPrize): Promise<void> {
  const { id: winnerId } = await findWinner(then, prize);
  const { partnerId, voucherCode, pin } = await then.db
    .selectFrom('serviceVouchers')
    .select(['partnerId', 'voucherCode', 'pin'])
    .where('winnerId', '=', winnerId)
    .executeTakeFirstOrThrow();
  const used = await validateVoucher(then, { partnerId, code: voucherCode, pin, ipAddress: null });
  if (!used.ok) throw new Error(`demo voucher: ${used.rejection.reason}`);
}

async function runExpiryJobs(then: Platform): Promise<void> {
  await expireVouchers(then);
  await expirePrizes(then);
}
