/** Results that change after the draw: by the official source, by two admins or by the lottery. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approve } from '../../approvals/approvals.ts';
import { PRIZES } from '../draws.testing.ts';
import { deliverPrize } from '../prizes/delivery/deliver-prize.ts';
import { readDeliveryProof } from '../prizes/delivery/read-delivery-proof.ts';
import { fetchDueResults, fetchResult } from './fetch-results.job.ts';
import {
  createResultsTestbed,
  OTHER_PRIZES,
  type ResultsTestbed,
  type SealedRifa,
} from './sealed-rifa.testing.ts';

let bed: ResultsTestbed;
let rifa: SealedRifa;
beforeAll(async () => {
  bed = await createResultsTestbed();
});
afterAll(() => bed.close());
beforeEach(async () => {
  rifa = await bed.sealRifa();
});

describe('after a draw by a typed result', () => {
  test('removes the mark without a new draw when the official result agrees, however late', async () => {
    await rifa.drawByTypedResult();
    bed.moveClockAfterExtraction(24 * 90);
    rifa.publish(PRIZES);
    await fetchDueResults(bed.platform);
    await fetchDueResults(bed.platform);
    expect(await rifa.readResultStates()).toEqual(['typed confirmed']);
    expect(await rifa.draw()).toEqual({ ok: false, code: 'ALREADY_DRAWN' });
    const [result] = (await rifa.audit()).draws[0]!.results;
    expect(result).toMatchObject({ source: 'typed', isReplaced: false });
    expect(result!.officialAgreedAt).not.toBeNull();
    expect(result!.rawBody).toContain('LOTERIA_FEDERAL');
    const news = await bed.db
      .selectFrom('drawNews')
      .select('key')
      .where('rifaId', '=', rifa.id)
      .where('key', 'like', 'agreed:%')
      .execute();
    expect(news).toHaveLength(1);
  });

  test('reopens it in public and draws again when the official result differs, however late', async () => {
    await rifa.drawByTypedResult();
    const [first] = await bed.winners(rifa.id);
    const proof = { bytes: Buffer.from('recibo assinado'), type: 'application/pdf' as const };
    await deliverPrize(bed.platform, { winnerId: first!.id, userId: bed.requester, note: 'Em mãos', proof });
    bed.moveClockAfterExtraction(24 * 90);
    rifa.publish(OTHER_PRIZES);
    await Promise.allSettled([fetchDueResults(bed.platform), fetchDueResults(bed.platform)]);
    expect(await rifa.readResultStates()).toEqual(['typed superseded', 'official confirmed']);
    const reopened = await rifa.audit();
    expect(reopened.draws[0]!.results).toMatchObject([{ isReplaced: true }]);
    expect(await rifa.draw()).toEqual({ ok: true, version: 2 });
    expect(await rifa.winningNumbers()).toEqual([1]);
    const { draws } = await rifa.audit();
    expect(draws.map(({ results }) => results[0]!.isReplaced)).toEqual([true, false]);
    // The same person wins with another number. The prize was already handed over.
    expect((await bed.winners(rifa.id)).map(({ id }) => id)).toEqual([first!.id]);
    expect(await readDeliveryProof(bed.db, first!.id, 'delivery')).toEqual(proof);
    const notices = await bed.db
      .selectFrom('notifications')
      .select('title')
      .where('userId', '=', bed.secondAdmin)
      .where('title', '=', 'O resultado digitado estava errado')
      .execute();
    expect(notices).toHaveLength(1);
  });

  test('shows the winners of one draw on a page read during the repetition', async () => {
    await rifa.drawByTypedResult();
    bed.moveClockAfterExtraction(24 * 3);
    rifa.publish(OTHER_PRIZES);
    await fetchDueResults(bed.platform);
    const audit = await rifa.readAudit(async () => {
      expect(await rifa.draw()).toEqual({ ok: true, version: 2 });
    });
    expect(audit.draws).toHaveLength(1);
    expect(audit.winners.map(({ number }) => number)).toEqual([6]);
    expect((await rifa.audit()).winners.map(({ number }) => number)).toEqual([1]);
  });

  test('two people may correct it while the source is unavailable, unless a prize was delivered', async () => {
    await rifa.drawByTypedResult();
    const corrected = await rifa.typeResult(OTHER_PRIZES);
    expect(await bed.findApproval(corrected)).toMatchObject({ kind: 'REPLACE_WINNER' });
    await rifa.confirm(corrected);
    const [winner] = await bed.winners(rifa.id);
    await deliverPrize(bed.platform, {
      winnerId: winner!.id,
      userId: bed.requester,
      note: 'Em mãos',
      proof: null,
    });
    await bed.executeApprovals();
    expect(await bed.findApproval(corrected)).toMatchObject({ state: 'failed', error: 'PRIZE_DELIVERED' });
    expect(await rifa.winningNumbers()).toEqual([6]);
  });
});

test('requires two people for a correction by the lottery, and applies it once under concurrency', async () => {
  await bed.confirmOfficially(PRIZES, rifa.extraction);
  await rifa.draw();
  rifa.publish(OTHER_PRIZES);
  await fetchResult(bed.platform, rifa.extraction);
  const { id: resultId } = await bed.db
    .selectFrom('lotteryResults')
    .select('id')
    .where('extraction', '=', rifa.extraction)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow();
  expect(await rifa.confirm(resultId, bed.requester)).toMatchObject({
    ok: true,
    effectiveAt: expect.any(Date) as Date,
  });
  const { id } = await bed.findApproval(resultId);
  expect(await approve(bed.platform, { id, userId: bed.requester })).toEqual({
    ok: false,
    code: 'SAME_PERSON',
  });
  const approved = await Promise.all(
    [1, 2].map(() => approve(bed.platform, { id, userId: bed.secondAdmin })),
  );
  expect(approved.filter(({ ok }) => ok)).toHaveLength(1);
  await Promise.all([bed.executeApprovals(), bed.executeApprovals()]);
  expect(await rifa.draw()).toEqual({ ok: true, version: 2 });
  expect(await rifa.winningNumbers()).toEqual([1]);
  expect((await rifa.audit()).actions).toMatchObject([
    { kind: 'REPLACE_WINNER', state: 'done', approvedBy: 'A***' },
  ]);
});
