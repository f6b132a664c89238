import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRifa } from '../rifas/closing/close-rifa.ts';
import { drawRifa } from './draw-rifa.ts';
import {
  FRESH_ARCHIVE,
  createDrawsTestbed,
  type DrawsTestbed,
  freshExtraction,
  PRIZES,
} from './draws.testing.ts';
import { freezeListJob } from './list/freeze-list.job.ts';
import { confirmResult } from './lottery/decide-result.ts';
import { sealDrawJob } from './seal-draw.job.ts';
import { sealDraw } from './seal-draw.ts';
import { withdrawVouchers } from '../partners/vouchers/withdraw-vouchers.ts';
import { notifyBuyersJob } from './notify-buyers.job.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** Notifications with this deduplication key, oldest first. */
async function notificationsOf(deduplicationKey: string) {
  return bed.db
    .selectFrom('notifications')
    .select(['userId', 'title', 'message'])
    .where('occasion', 'like', `${deduplicationKey}%`)
    .orderBy('createdAt')
    .execute();
}

test('sealing enqueues the notification of buyers', async () => {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1]);
  await bed.freeze(rifaId);
  await bed.seal(rifaId, freshExtraction());
  expect(await bed.enqueued(notifyBuyersJob, rifaId)).toBe(1);
});

test('notifies admins once of a draw that cannot be sealed automatically', async () => {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1]);
  await closeRifa(bed.platform, rifaId, 'due');
  await freezeListJob.handle(bed.platform, { rifaId });
  await sealDrawJob.handle(bed.platform, { rifaId });
  await sealDrawJob.handle(bed.platform, { rifaId });
  const asked = await notificationsOf(`seal-needed:${rifaId}`);
  expect(asked).toHaveLength(2);
  expect(new Set(asked.map(({ userId }) => userId))).toEqual(new Set(bed.admins));
});

test('never replaces a seal automatically', async () => {
  const rifaId = await bed.rifa(10);
  await bed.freeze(rifaId);
  await bed.seal(rifaId, freshExtraction());
  await sealDrawJob.handle(bed.platform, { rifaId });
  expect(await notificationsOf(`seal-needed:${rifaId}`)).toEqual([]);
  const again = {
    rifaId,
    extraction: freshExtraction(),
    extractionDate: bed.day,
    userId: null,
    reason: null,
  };
  expect(await sealDraw(bed.platform, again, FRESH_ARCHIVE)).toEqual({ ok: false, code: 'UNCHANGED' });
});

test('notifies each buyer once of the seal and once of the result, and winners of their prize instead', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const extraction = freshExtraction();
  // The last digit of the first prize is 6.
  const winner = await bed.sell(rifaId, [6]);
  const other = await bed.sell(rifaId, [1, 2]);
  await bed.sell(rifaId, [3], { buyer: other.userId });
  await bed.freeze(rifaId);
  await bed.seal(rifaId, extraction);
  await notifyBuyersJob.handle(bed.platform, { rifaId, news: 'sealed' });
  await notifyBuyersJob.handle(bed.platform, { rifaId, news: 'sealed' });
  const sealed = await notificationsOf(`draw-sealed:${rifaId}`);
  expect(sealed).toHaveLength(2);
  expect(new Set(sealed.map(({ userId }) => userId))).toEqual(new Set([winner.userId, other.userId]));
  expect(sealed[0]!.message).toContain(`Decide a extração ${extraction} da Loteria Federal, em 15 de maio.`);

  // This moves the clock past the draw, so this test must be the last.
  await bed.waitForLottery();
  const entered = await bed.enter(PRIZES, extraction);
  if (!entered.ok) throw new Error(entered.code);
  // The admin who entered a result is not notified to confirm it.
  const asked = await notificationsOf(`result-to-confirm:${entered.resultId}`);
  expect(asked.map(({ userId }) => userId)).toEqual([bed.admins[1]]);
  await confirmResult(bed.platform, { resultId: entered.resultId, userId: bed.admins[1] });
  await drawRifa(bed.platform, rifaId, withdrawVouchers);
  await Promise.all([1, 2].map(() => notifyBuyersJob.handle(bed.platform, { rifaId, news: 'drawn' })));
  expect((await notificationsOf(`draw-drawn:${rifaId}`)).map(({ userId }) => userId)).toEqual([other.userId]);
});
