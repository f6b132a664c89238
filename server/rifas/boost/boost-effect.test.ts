/** Sales after an announcement, compared with the time before and with the estimate. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newMailbox, sendDueMails } from '../../campaigns/campaigns.testing.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { type BoostTestbed, createBoostTestbed, HOUR } from './boost.testing.ts';
import { readBoosts } from './read-boosts.ts';

let bed: BoostTestbed;
beforeAll(async () => {
  bed = await createBoostTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('compares the sales since with an equal period before', async () => {
  const rifaId = await bed.rifa(100);
  const buyer = await bed.buyer();
  bed.clock.advance(60);
  await bed.buy(buyer, rifaId, 2);
  bed.clock.advance(HOUR);
  await bed.boost(rifaId);
  await sendDueMails({ ...bed.platform, mailer: newMailbox().mailer });
  bed.clock.advance(60);
  await bed.buy(buyer, rifaId, 5);
  bed.clock.advance(2 * HOUR);
  const [boosted] = (await readBoosts(bed.platform, rifaId))!.boosts;
  expect(boosted!.compared).toMatchObject({ before: { cotas: 2 }, after: { cotas: 5 } });
  expect(boosted!.compared!.hours).toBeCloseTo(2, 1);
  bed.clock.advance(72 * HOUR);
  await bed.buy(buyer, rifaId, 7);
  const [later] = (await readBoosts(bed.platform, rifaId))!.boosts;
  expect(later!.compared).toMatchObject({ hours: 24, before: { cotas: 2 }, after: { cotas: 5 } });
});

// @covers panel: rifas: the expected effect of an announcement, next to the measured one
//   [domain/campaigns/expected-effect.ts, server/campaigns/boosts/expected-effect.queries.ts]
test('estimates sales from earlier campaigns per reader, and stores the estimate with the announcement', async () => {
  const readers = await bed.addReaders(20);
  for (const userId of readers) await allow(bed.db, userId);
  const rifaId = await bed.rifa(100);
  expect((await readBoosts(bed.platform, rifaId))?.expected).toBeNull();
  const campaignId = await bed.startCampaign();
  const { mailer } = newMailbox();
  await sendDueMails({ ...bed.platform, mailer });
  const clicked = readers.slice(0, 2);
  await bed.db
    .updateTable('emailMessages')
    .set({ clickedAt: bed.clock.now() })
    .where('campaignId', '=', campaignId)
    .where('userId', 'in', clicked)
    .execute();
  for (const userId of clicked) await bed.buy(userId, rifaId, 5);
  // Too young to compare.
  expect((await readBoosts(bed.platform, rifaId))?.expected).toBeNull();
  bed.clock.advance(24 * HOUR + 60);
  const half = readers.slice(10);
  await bed.db.updateTable('profiles').set({ city: 'Recife', state: 'PE' }).where('id', 'in', half).execute();
  const expected = {
    orders: { low: 1, high: 1 },
    revenueCentavos: { low: 10_00, high: 10_00 },
    fromSends: 1,
  };
  expect((await readBoosts(bed.platform, rifaId))?.expected).toEqual(expected);
  await bed.boost(rifaId);
  await bed.db.deleteFrom('emailMessages').where('campaignId', '=', campaignId).execute();
  expect((await readBoosts(bed.platform, rifaId))?.boosts[0]).toMatchObject({ expected });
  expect((await readBoosts(bed.platform, rifaId))?.expected).toBeNull();
});
