/** The finder of a cota premiada merges accounts. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { createInstantPrizesTestbed, type InstantPrizesTestbed } from './instant-prizes.testing.ts';
import { findInstantPrizesJob } from './find-instant-prizes.job.ts';

let bed: InstantPrizesTestbed;
beforeAll(async () => {
  bed = await createInstantPrizesTestbed();
});
afterAll(() => bed.close());

test('moves with the finder to the kept account, and to no other person', async () => {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await findInstantPrizesJob.handle(bed.platform, { orderId: order.id, kind: 'paid' });
  const [id, stranger] = [await bed.buyer(), await bed.buyer()];
  const merged = await mergePeople(bed.platform, bed.by, { id, formerId: order.userId }, mergeReferrals);
  expect(merged).toEqual({ ok: true });
  const found = await bed.db
    .selectFrom('instantPrizes')
    .select('userId')
    .where('rifaId', '=', rifa.id)
    .execute();
  expect(found).toEqual([{ userId: id }, { userId: id }, { userId: id }]);
  for (const change of [{ userId: stranger }, { orderId: randomUUID() }])
    await expect(
      bed.db.updateTable('instantPrizes').set(change).where('rifaId', '=', rifa.id).execute(),
    ).rejects.toMatchObject({ constraint: 'instant_prize_stays' });
});
