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
  await lost.send(bed.newSale([a]));
  const [queued, conflicting] = [bed.newSale([b]), bed.newSale([c, d])];
  const second = await bed.takeOver(lost);
  expect(second.numbers).toEqual(lost.numbers.slice(1));
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 1, reserved: 5 });
  expect((await second.send(bed.newSale([c]))).results).toMatchObject([{ outcome: 'sold' }]);

  const late = await lost.send(queued, conflicting, queued);
  expect(late).toMatchObject({
    end: 'moved',
    unsold: [],
    results: [{ outcome: 'sold' }, { code: 'NUMBERS_TAKEN', numbers: [c] }, { outcome: 'sold' }],
  });
  // The other phone receives the sold numbers, and its seller the list of buyers to refund.
  expect((await second.send()).unsold).toEqual([d, ...lost.numbers.slice(4)]);
  expect((await second.send(bed.newSale([b]))).results).toMatchObject([
    { code: 'NUMBERS_TAKEN', numbers: [b] },
  ]);
  expect(await findNotices(second.seller.userId)).toContainEqual(
    expect.stringMatching(`^Zé da Feira, ${conflicting.phone}, recebe R\\$\\s4,00 de volta`),
  );
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 3, reserved: 3 });
});

test('rejects sales of a lost phone after its numbers moved', async () => {
  const rifaId = await bed.published();
  const lost = await bed.openStand(rifaId, 4);
  const second = await bed.takeOver(lost);
  const isoFromNow = (ms: number) => new Date(bed.clock.now().getTime() + ms).toISOString();
  const [a, b] = lost.numbers as [number, number];
  const { results } = await lost.send(
    bed.newSale([a], { soldAt: isoFromNow(MOVED_CLOCK_MS + 1_000) }),
    bed.newSale([b], { soldAt: isoFromNow(MOVED_CLOCK_MS - 1_000) }),
  );
  expect(results).toMatchObject([{ code: 'ALLOTMENT_MOVED', numbers: [] }, { outcome: 'sold' }]);
  expect((await second.send(bed.newSale([a]))).results).toMatchObject([{ outcome: 'sold' }]);
});

test('creates one order when both phones sell a number concurrently', async () => {
  const rifaId = await bed.published();
  for (let run = 0; run < 4; run++) {
    const lost = await bed.openStand(rifaId, 2);
    const before = await checkNumberCounts(bed.db, rifaId);
    const second = await bed.takeOver(lost);
    const sent = await Promise.all([lost, second].map(({ send }) => send(bed.newSale([lost.numbers[0]!]))));
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
      lost.send(bed.newSale(lost.numbers.slice(0, 2))),
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
  const request = { fromId: lost.id, id: randomUUID(), sendKey: newSendKey() };
  const otherRequest = { ...request, id: randomUUID() };
  const outcomes = await Promise.all(
    [request, otherRequest, request].map((each) => takeOverAllotment(bed.platform, lost.seller, each)),
  );
  const winner = outcomes.find((each) => each.ok)!;
  if (!winner.ok) throw new Error('no phone took over');
  for (const [at, outcome] of outcomes.entries())
    expect(outcome).toMatchObject(
      [request, otherRequest, request][at]!.id === winner.allotment.id
        ? { ok: true }
        : { code: 'ALLOTMENT_GONE' },
    );
  const forged = { ...request, id: winner.allotment.id, sendKey: newSendKey() };
  expect(await takeOverAllotment(bed.platform, lost.seller, forged)).toMatchObject({ code: 'KEY_REUSED' });
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ reserved: 4 });
});

test('accepts a sale of the first of three phones, also after the end of the last', async () => {
  const rifaId = await bed.published();
  const first = await bed.openStand(rifaId, 4);
  const [a, b] = first.numbers as [number, number];
  const [firstSale, secondSale] = [bed.newSale([a]), bed.newSale([b])];
  const third = await bed.takeOver(await bed.takeOver(first));
  expect((await first.send(firstSale)).results).toMatchObject([{ outcome: 'sold' }]);
  bed.clock.advance(6 * 3_600);
  await endDueAllotments(bed.platform);
  expect((await first.send(secondSale)).results).toMatchObject([{ outcome: 'sold' }]);
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
  expect((await lost.send(bed.newSale([lost.numbers[0]!]))).results).toMatchObject([{ outcome: 'sold' }]);
  const second = await bed.takeOver(lost, colleague);
  expect(second.numbers).toHaveLength(3);
  expect(await listOpenAllotments(bed.db, lost.seller.userId)).toEqual([]);
  expect(await offer(stranger.userId)).toMatchObject({ code: 'ALLOTMENT_GONE' });
});

async function findNotices(userId: string): Promise<string[]> {
  const rows = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', userId)
    .where('title', '=', 'Uma venda do balcão não entrou')
    .execute();
  return rows.map(({ message }) => message);
}
