/** The finder of a cota premiada merges or deletes accounts. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMigrations } from '@mare/database/migrating/migrate.ts';
import { erasePerson } from '../../../accounts/privacy/erase-person.ts';
import { mergePeople } from '../../../admin/people/merge-people.ts';
import { mergeReferrals } from '../../../affiliates/merge-referrals.ts';
import { createInstantPrizesTestbed, type InstantPrizesTestbed } from '../instant-prizes.testing.ts';
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

async function findAsBia() {
  const rifa = await bed.publish();
  const order = await bed.buy(rifa.id, 100);
  await bed.db.updateTable('profiles').set({ name: 'Bia Melo' }).where('id', '=', order.userId).execute();
  await findInstantPrizesJob.handle(bed.platform, { orderId: order.id, kind: 'paid' });
  const readNotices = async () => {
    const rows = await bed.db
      .selectFrom('notifications')
      .select('message')
      .where('title', '=', 'Cota premiada encontrada')
      .where(sql<boolean>`data ->> 'rifaId' = ${rifa.id}`)
      .execute();
    return rows.map(({ message }) => message.split(' achou a cota ')[0]);
  };
  return { userId: order.userId, readNotices };
}

test('leaves the notifications of the team with the account, also one deleted before the migration', async () => {
  await bed.db
    .updateTable('profiles')
    .set({ role: 'admin' })
    .where('id', '=', await bed.buyer())
    .execute();
  const [erased, former, other] = [await findAsBia(), await findAsBia(), await findAsBia()];
  const named = await other.readNotices();
  expect(named).toContain('Bia M.');
  expect(await erased.readNotices()).toEqual(named);
  await bed.db.transaction().execute((trx) => erasePerson(trx, { userId: erased.userId, email: null }));
  const nameless = named.map(() => 'Uma pessoa');
  expect(await erased.readNotices()).toEqual(nameless);
  expect(await former.readNotices()).toEqual(named);
  await bed.db
    .updateTable('profiles')
    .set({ deletedAt: bed.clock.now() })
    .where('id', '=', former.userId)
    .execute();
  await sql.raw(readMigrations().find(({ name }) => name.startsWith('1310'))!.sql).execute(bed.db);
  expect(await former.readNotices()).toEqual(nameless);
  expect(await other.readNotices()).toEqual(named);
});
