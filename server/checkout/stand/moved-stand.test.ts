/** The numbers of a stand move to another phone, and sales of the first one arrive later. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOVED_CLOCK_MS } from '@mare/domain/orders/stand-allotment.ts';
import { addBuyer, checkNumberCounts } from '../../orders/orders.testing.ts';
import { endDueAllotments, returnAllotment } from '../../orders/stand/end-allotments.ts';
import { listOpenAllotments } from '../../orders/stand/find-allotments.ts';
import { offerAllotment, takeOverAllotment } from '../../orders/stand/take-over-allotment.ts';
import { createStandTestbed, newSendKey, type StandTestbed } from './stand.testing.ts';

let bed: StandTestbed;
beforeAll(async () => {
  bed = await createStandTestbed();
});
afterAll(() => bed.close());

// @covers beyond: a lost phone strands no numbers of a stand: another one takes them over, and sales of the first count
//   until the second sold their numbers [server/orders/stand/take-over-allotment.ts]
test('another phone takes over the numbers; earlier sales of the first are accepted while it has their numbers', async () => {
  const rifaId = await bed.published();
  const lost = await bed.openStand(rifaId, 6);
  const [a, b, c, d] = lost.numbers as [number, number, number, number];
  await lost.send(bed.sale([a]));
  const [inQueue, clashing] = [bed.sale([b]), bed.sale([c, d])];
  const found = await bed.takeOver(lost);
  expect(found.numbers).toEqual(lost.numbers.slice(1));
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 1, reserved: 5 });
  expect((await found.send(bed.sale([c]))).results).toMatchObject([{ outcome: 'sold' }]);

  const late = await lost.send(inQueue, clashing, inQueue);
  expect(late).toMatchObject({
    end: 'moved',
    unsold: [],
    results: [{ outcome: 'sold' }, { code: 'NUMBERS_TAKEN', numbers: [c] }, { outcome: 'sold' }],
  });
  // The other phone receives the sold numbers, and its seller the list of buyers to refund.
  expect((await found.send()).unsold).toEqual([d, ...lost.numbers.slice(4)]);
  expect((await found.send(bed.sale([b]))).results).toMatchObject([{ code: 'NUMBERS_TAKEN', numbers: [b] }]);
  expect(await noticesOf(found.seller.userId)).toContainEqual(
    expect.stringMatching(`^Zé da Feira, ${clashing.phone}, recebe R\\$\\s4,00 de volta`),
  );
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 3, reserved: 3 });
});

test('rejects sales of a lost phone after its numbers moved', async () => {
  const rifaId = await bed.published();
  const lost = await bed.openStand(rifaId, 4);
  const found = await bed.takeOver(lost);
  const at = (ms: number) => new Date(bed.clock.now().getTime() + ms).toISOString();
  const [a, b] = lost.numbers as [number, number];
  const { results } = await lost.send(
    bed.sale([a], { soldAt: at(MOVED_CLOCK_MS + 1_000) }),
    bed.sale([b], { soldAt: at(MOVED_CLOCK_MS - 1_000) }),
  );
  expect(results).toMatchObject([{ code: 'ALLOTMENT_MOVED', numbers: [] }, { outcome: 'sold' }]);
  expect((await found.send(bed.sale([a]))).results).toMatchObject([{ outcome: 'sold' }]);
});

test('creates one order when both phones sell a number concurrently', async () => {
  const rifaId = await bed.published();
  for (let run = 0; run < 4; run++) {
    const lost = await bed.openStand(rifaId, 2);
    const before = await checkNumberCounts(bed.db, rifaId);
    const found = await bed.takeOver(lost);
    const sent = await Promise.all([lost, found].map(({ send }) => send(bed.sale([lost.numbers[0]!]))));
    const results = sent.flatMap((each) => each.results);
    expect(results.map(({ outcome }) => outcome).toSorted()).toEqual(['rejected', 'sold']);
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: before.sold + 1 });
  }
});

test('a concurrent sale, take-over and end keep the ledger balanced', async () => {
  const rifaId = await bed.published();
  for (let run = 0; run < 4; run++) {
    const lost = await bed.openStand(rifaId, 4);
    const { sold } = await checkNumberCounts(bed.db, rifaId);
    const [sent] = await Promise.all([
      lost.send(bed.sale(lost.numbers.slice(0, 2))),
      bed.takeOver(lost).catch(() => null),
      run % 2 === 0 ? returnAllotment(bed.platform, lost.seller, { id: lost.id, managesRifas: false }) : null,
    ]);
    expect(sent.results).toMatchObject([{ outcome: 'sold' }]);
    for (const { id } of await listOpenAllotments(bed.db, lost.seller.userId))
      await returnAllotment(bed.platform, lost.seller, { id, managesRifas: false });
    expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: sold + 2, reserved: 0 });
  }
});

test('gives the numbers to one of two concurrent take-overs, and ignores a repeated request', async () => {
  const rifaId = await bed.published();
  const lost = await bed.openStand(rifaId, 4);
  const ask = { fromId: lost.id, id: randomUUID(), sendKey: newSendKey() };
  const other = { ...ask, id: randomUUID() };
  const taken = await Promise.all(
    [ask, other, ask].map((each) => takeOverAllotment(bed.platform, lost.seller, each)),
  );
  const won = taken.find((each) => each.ok)!;
  if (!won.ok) throw new Error('no phone took over');
  for (const [at, each] of taken.entries())
    expect(each).toMatchObject(
      [ask, other, ask][at]!.id === won.allotment.id ? { ok: true } : { code: 'ALLOTMENT_GONE' },
    );
  const forged = { ...ask, id: won.allotment.id, sendKey: newSendKey() };
  expect(await takeOverAllotment(bed.platform, lost.seller, forged)).toMatchObject({ code: 'KEY_REUSED' });
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4 });
});

test('accepts a sale of the first of three phones, also after the end of the last', async () => {
  const rifaId = await bed.published();
  const first = await bed.openStand(rifaId, 4);
  const [a, b] = first.numbers as [number, number];
  const [one, two] = [bed.sale([a]), bed.sale([b])];
  const third = await bed.takeOver(await bed.takeOver(first));
  expect((await first.send(one)).results).toMatchObject([{ outcome: 'sold' }]);
  bed.clock.advance(6 * 3_600);
  await endDueAllotments(bed.platform);
  expect((await first.send(two)).results).toMatchObject([{ outcome: 'sold' }]);
  expect((await third.send()).end).toBe('over');
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 2, reserved: 0 });
  await expect(bed.takeOver(third)).rejects.toThrow('ALLOTMENT_GONE');
});

test('only an admin can let another seller take over', async () => {
  const rifaId = await bed.published();
  const lost = await bed.openStand(rifaId, 4);
  const [colleague, stranger] = [await bed.addSeller(), await bed.addSeller()];
  await expect(bed.takeOver(lost, colleague)).rejects.toThrow('NOT_FOUND');
  const offer = (sellerId: string) => offerAllotment(bed.platform, bed.by, { id: lost.id, sellerId });
  expect(await offer(await addBuyer(bed.db))).toMatchObject({ code: 'AGENT_LEFT' });
  expect(await offer(colleague.userId)).toEqual({ ok: true });
  expect(await listOpenAllotments(bed.db, colleague.userId)).toMatchObject([{ id: lost.id, isOwn: false }]);
  await expect(bed.takeOver(lost, stranger)).rejects.toThrow('NOT_FOUND');
  // The first phone keeps selling until then.
  expect((await lost.send(bed.sale([lost.numbers[0]!]))).results).toMatchObject([{ outcome: 'sold' }]);
  const found = await bed.takeOver(lost, colleague);
  expect(found.numbers).toHaveLength(3);
  expect(await listOpenAllotments(bed.db, lost.seller.userId)).toEqual([]);
  expect(await offer(stranger.userId)).toMatchObject({ code: 'ALLOTMENT_GONE' });
});

async function noticesOf(userId: string): Promise<string[]> {
  const rows = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', userId)
    .where('title', '=', 'Uma venda do balcão não entrou')
    .execute();
  return rows.map(({ message }) => message);
}
