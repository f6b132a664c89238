import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeRifa } from '../../rifas/closing/close-rifa.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, FRESH_ARCHIVE } from '../draws.testing.ts';
import { freezeListJob } from '../list/freeze-list.job.ts';
import { sealDrawJob } from './seal-draw.job.ts';
import { sealDraw } from './seal-draw.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

/** Notifications with this deduplication key, oldest first. */
async function findNotifications(deduplicationKey: string) {
  return bed.db
    .selectFrom('notifications')
    .select(['userId', 'title', 'message'])
    .where('occasion', 'like', `${deduplicationKey}%`)
    .orderBy('createdAt')
    .execute();
}

test('notifies admins once of a draw that cannot be sealed automatically', async () => {
  const rifaId = await bed.rifa(10);
  await bed.sell(rifaId, [1]);
  await closeRifa(bed.platform, rifaId, 'due');
  await freezeListJob.handle(bed.platform, { rifaId });
  await sealDrawJob.handle(bed.platform, { rifaId });
  await sealDrawJob.handle(bed.platform, { rifaId });
  const notifications = await findNotifications(`seal-needed:${rifaId}`);
  expect(notifications).toHaveLength(2);
  expect(new Set(notifications.map(({ userId }) => userId))).toEqual(new Set(bed.admins));
});

test('never replaces a seal automatically', async () => {
  const rifaId = await bed.rifa(10);
  await bed.freeze(rifaId);
  await bed.seal(rifaId, freshExtraction());
  await sealDrawJob.handle(bed.platform, { rifaId });
  expect(await findNotifications(`seal-needed:${rifaId}`)).toEqual([]);
  const replacement = {
    rifaId,
    extraction: freshExtraction(),
    extractionDate: bed.day,
    userId: null,
    reason: null,
  };
  expect(await sealDraw(bed.platform, replacement, FRESH_ARCHIVE)).toEqual({ ok: false, code: 'UNCHANGED' });
});
