import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimDeadline } from '@mare/domain/draws/prizes/claim-deadline.ts';
import { countWaitingWork } from '../../admin/admin.queries.ts';
import { recordContact } from './delivery/record-contact.ts';
import { recordTreasuryPayment } from './delivery/record-treasury-payment.ts';
import { sendPrize } from './delivery/send-prize.ts';
import { expirePrizes } from './expire-prizes.job.ts';
import { createPrizesTestbed, type PrizesTestbed } from './won-prize.testing.ts';

let bed: PrizesTestbed;
beforeAll(async () => {
  bed = await createPrizesTestbed();
});
afterAll(() => bed.close());

describe('a prize in cash', () => {
  test('shows its amount and tax to the winner, and its amount to everyone', async () => {
    const prize = await bed.addWonPrize({ cash: '2500.50' });
    expect(await prize.readOwn()).toMatchObject({
      cashCentavos: 250_050,
      taxNote: expect.stringContaining('30%') as string,
    });
    expect(await prize.readPublic()).toMatchObject({ cashCentavos: 250_050 });
    expect(await prize.readForAdmin()).toMatchObject({ prizeType: 'cash', cashCentavos: 250_050 });
  });

  test('is delivered only with the receipt of the transfer', async () => {
    const prize = await bed.addWonPrize({ cash: '2500.00' });
    expect(await prize.deliver()).toEqual({ ok: false, code: 'PROOF_REQUIRED' });
    expect((await prize.readClaim()).state).toBe('open');
    expect(await prize.deliver({ type: 'image/jpeg', bytes: Buffer.from('jpeg') })).toEqual({ ok: true });
    expect(await prize.readForAdmin()).toMatchObject({ state: 'delivered', hasProof: true });
  });
});

describe('the deadline', () => {
  test('is 180 days after the extraction if the SPA/MF authorised the promotion', async () => {
    const prize = await bed.addWonPrize({ route: 'spa_mf', claimDays: 180 });
    expect((await prize.readClaim()).claimUntil).toEqual(claimDeadline(bed.day, 180));
  });

  test('lets a winner claim until the last instant, and no later', async () => {
    const prize = await bed.addWonPrize();
    await prize.moveClockToDeadline(0);
    expect(await prize.claim()).toEqual({ ok: false, code: 'OVER' });
    expect((await prize.readPublic()).stage).toBe('expired');
    bed.clock.advance(-1);
    expect(await prize.claim()).toEqual({ ok: true });
    bed.clock.advance(2);
    await expirePrizes(bed.platform);
    expect((await prize.readClaim()).state).toBe('claimed');
  });

  test.each([-1000, 0])('is the same for a claim and the job, %i ms from it', async (offsetMs) => {
    const prize = await bed.addWonPrize();
    await prize.moveClockToDeadline(offsetMs);
    const [claimed] = await Promise.all([
      prize.claim(),
      expirePrizes(bed.platform),
      expirePrizes(bed.platform),
    ]);
    expect(claimed.ok).toBe(offsetMs < 0);
    expect((await prize.readClaim()).state).toBe(offsetMs < 0 ? 'claimed' : 'expired');
  });

  test('notifies winner and team once when a prize expires', async () => {
    const prize = await bed.addWonPrize();
    await prize.moveClockToDeadline(60_000);
    await Promise.all([expirePrizes(bed.platform), expirePrizes(bed.platform)]);
    await expirePrizes(bed.platform);
    const notices = await bed.db
      .selectFrom('notifications')
      .select(['userId', 'occasion'])
      .where('occasion', 'like', `prize:${prize.winnerId}:expired%`)
      .execute();
    expect(new Set(notices.map(({ userId }) => userId))).toEqual(new Set([prize.userId, ...bed.admins]));
    expect(notices).toHaveLength(3);
  });
});

describe('an expired prize', () => {
  test('of an authorised promotion is owed to the Tesouro Nacional and not delivered', async () => {
    const prize = await bed.addWonPrize({ route: 'spa_mf', claimDays: 180 });
    const recordPayment = (paidOn: string) =>
      recordTreasuryPayment(bed.platform, bed.by, {
        winnerId: prize.winnerId,
        paidOn,
        note: 'DARF 1',
        proof: null,
      });
    expect(await recordPayment('2030-05-16')).toEqual({ ok: false, code: 'NOT_OWED' });
    await prize.moveClockToDeadline(0);
    // Rejected at once, before the job records the expiry.
    expect(await prize.deliver()).toEqual({ ok: false, code: 'OWED_TO_TREASURY' });
    await expirePrizes(bed.platform);
    expect(await prize.deliver()).toEqual({ ok: false, code: 'OWED_TO_TREASURY' });
    expect((await prize.readForAdmin()).treasury).toMatchObject({ dueOn: '2030-11-21', paidOn: null });
    expect(await recordPayment('2030-12-01')).toEqual({ ok: false, code: 'IN_FUTURE' });
    const countLapsed = async () => (await countWaitingWork(bed.db, bed.clock.now())).lapsedPrizes;
    const before = await countLapsed();
    expect(await recordPayment('2030-11-11')).toEqual({ ok: true });
    expect(await countLapsed()).toBe(before - 1);
    expect(await prize.readPublic()).toMatchObject({ stage: 'expired', treasuryPaidOn: '2030-11-11' });
  });

  test('of another promotion may still be delivered', async () => {
    const prize = await bed.addWonPrize();
    await prize.moveClockToDeadline(0);
    await expirePrizes(bed.platform);
    expect((await prize.readForAdmin()).treasury).toBeNull();
    expect(await prize.deliver()).toEqual({ ok: true });
    expect((await prize.readPublic()).stage).toBe('delivered');
  });
});

describe('on the way to the winner', () => {
  test('records and shows attempts to contact the winner', async () => {
    const prize = await bed.addWonPrize();
    const attempt = {
      winnerId: prize.winnerId,
      contactedAt: bed.clock.now(),
      channel: 'phone',
      outcome: 'no_answer',
      note: 'Caixa postal',
    } as const;
    expect(await prize.readPublic()).toMatchObject({ stage: 'awaiting_contact' });
    const tomorrow = new Date(bed.clock.now().getTime() + 86_400_000);
    expect(await recordContact(bed.platform, bed.by, { ...attempt, contactedAt: tomorrow })).toEqual({
      ok: false,
      code: 'IN_FUTURE',
    });
    expect(await recordContact(bed.platform, bed.by, attempt)).toEqual({ ok: true });
    const at = attempt.contactedAt.toISOString();
    expect(await prize.readPublic()).toMatchObject({ stage: 'in_contact', since: at });
    // The winner does not see the team's note.
    expect((await prize.readOwn()).contacts).toEqual([{ at, channel: 'phone', outcome: 'no_answer' }]);
    expect((await prize.readForAdmin()).contacts[0]).toMatchObject({ note: 'Caixa postal' });
  });

  test('a prize is sent and delivered once', async () => {
    const prize = await bed.addWonPrize();
    const send = (note: string) => sendPrize(bed.platform, bed.by, { winnerId: prize.winnerId, note });
    expect(await send('Correios AA1')).toEqual({ ok: true });
    expect(await send('Correios AA2')).toEqual({ ok: true });
    expect(await prize.readOwn()).toMatchObject({ state: 'sent', sentNote: 'Correios AA2' });
    expect(await prize.claim()).toEqual({ ok: false, code: 'OVER' });
    const delivered = await Promise.all([prize.deliver(), prize.deliver(), prize.deliver()]);
    expect(delivered.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await send('de novo')).toEqual({ ok: false, code: 'PRIZE_OVER' });
  });

  test('rejects the claim of a winner replaced by a correction', async () => {
    const prize = await bed.addWonPrize();
    const deletion = bed.db.deleteFrom('rifaWinners').where('id', '=', prize.winnerId).execute();
    await Promise.all([prize.claim(), deletion]);
    expect(await prize.claim()).toEqual({ ok: false, code: 'NOT_FOUND' });
    expect(await prize.deliver()).toEqual({ ok: false, code: 'NOT_FOUND' });
  });
});
