import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personsJoined } from '../accounts/persons/persons-joined.ts';
import { spendingBlocked } from '../accounts/limits/spending-blocked.ts';
import { mergePeople } from '../admin/people/merge-people.ts';
import { mergeRecords } from '../composition/merge-records.ts';
import { addBuyer, addRifa, createOrderTestbed } from '../orders/orders.testing.ts';
import { type JobRunner, startJobs } from '../platform/jobs/jobs.ts';
import { openPersonCart } from './person-cart.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
let jobs: JobRunner;
beforeAll(async () => {
  bed = await createOrderTestbed();
  jobs = await startJobs(bed.url, bed.platform.log, false);
  await jobs.prepare([spendingBlocked, personsJoined]);
});
afterAll(async () => {
  await jobs.stop();
  await bed.drop();
});

async function addCart(userId: string, lines: { rifaId: string; numbers: number[] }[]): Promise<string> {
  const { sessionId } = await openPersonCart(bed.platform, userId);
  for (const { rifaId, numbers } of lines)
    await bed.db
      .insertInto('anonymousCartItems')
      .values({
        id: randomUUID(),
        sessionId,
        rifaId,
        quantity: numbers.length,
        selectedNumbers: numbers,
        chosen: true,
        rifaData: JSON.stringify({ price: 2 }),
      })
      .execute();
  return sessionId;
}

async function merge(id: string, formerId: string) {
  const by = { userId: id, ipAddress: null };
  const merged = await mergePeople({ ...bed.platform, jobs }, by, { id, formerId }, mergeRecords);
  expect(merged).toEqual({ ok: true });
  const { items } = await openPersonCart(bed.platform, id);
  return items.map(({ rifaId, quantity, selectedNumbers }) => ({ rifaId, quantity, selectedNumbers }));
}

const expireCart = (sessionId: string) =>
  bed.db
    .updateTable('anonymousCartSessions')
    .set({ expiresAt: new Date('2020-01-01') })
    .where('sessionId', '=', sessionId)
    .execute();

test('a merge of two accounts keeps the lines of both carts, each number once', async () => {
  const [kept, former] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  const [shared, other] = [await addRifa(bed.db, 1000), await addRifa(bed.db, 1000)];
  await addCart(kept, [{ rifaId: shared, numbers: [1, 2] }]);
  await addCart(former, [
    { rifaId: shared, numbers: [2, 3] },
    { rifaId: other, numbers: [9] },
  ]);
  const items = await merge(kept, former);
  expect(items).toHaveLength(2);
  expect(items).toContainEqual({ rifaId: shared, quantity: 3, selectedNumbers: [1, 2, 3] });
  expect(items).toContainEqual({ rifaId: other, quantity: 1, selectedNumbers: [9] });
});

test('a merge moves the cart to an account without one, or whose cart has expired', async () => {
  const rifaId = await addRifa(bed.db, 1000);
  const cart = [{ rifaId, numbers: [4] }];
  const [first, second] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  await addCart(second, cart);
  const expected = [{ rifaId, quantity: 1, selectedNumbers: [4] }];
  expect(await merge(first, second)).toEqual(expected);
  const [third, fourth] = [await addBuyer(bed.db), await addBuyer(bed.db)];
  await expireCart(await addCart(third, [{ rifaId, numbers: [5] }]));
  await addCart(fourth, cart);
  expect(await merge(third, fourth)).toEqual(expected);
});
