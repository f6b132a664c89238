import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction, PRIZES } from '../draws.testing.ts';
import { readDrawAdmin } from './read-draw-admin.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

test('a rifa waits for its sealed extraction even if a later one is confirmed', async () => {
  const extraction = freshExtraction();
  const [rifaId, other] = [await bed.rifa(10), await bed.rifa(10)];
  for (const id of [rifaId, other]) {
    await bed.sell(id, [1]);
    await bed.freeze(id);
    await bed.seal(id, id === rifaId ? extraction : extraction + 1);
  }
  await bed.waitForLottery();
  await bed.confirmOfficially(PRIZES, extraction + 1);
  const { rifas } = await readDrawAdmin(bed.platform, bed.admins[0]);
  expect(rifas.find(({ id }) => id === rifaId)).toMatchObject({ status: 'closed', awaits: extraction });
});
