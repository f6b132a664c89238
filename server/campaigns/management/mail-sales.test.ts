import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findLastTouch } from '@mare/domain/campaigns/last-touch.ts';
import { addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { type CampaignsTestbed, createCampaignsTestbed } from '../campaigns.testing.ts';

const DAYS = 20;
const DAY_MS = 86_400_000;

let bed: CampaignsTestbed;
let rifaId: string;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
  rifaId = await addRifa(bed.db, 100);
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

/** Whole days, so that clicks and orders often lie exactly the limit apart. */
const anyDay = fc.integer({ min: 0, max: DAYS });
const anyJourney = fc.record({
  clicks: fc.array(fc.record({ campaign: fc.constantFrom(0, 1), at: fc.option(anyDay) }), { maxLength: 5 }),
  orders: fc.array(
    fc.record({
      at: anyDay,
      amount: fc.integer({ min: 1, max: 9_999 }),
      isPaid: fc.boolean(),
      isReduced: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
});

test('attributes each paid order to the last clicked mail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyJourney, { minLength: 1, maxLength: 3 }), async (journeys) => {
      await bed.reset();
      const readers = await bed.addReaders(journeys.length);
      const campaigns = [await bed.startCampaign(), await bed.startCampaign()];
      const expected = campaigns.map(() => ({ orders: 0, buyers: new Set<string>(), revenueCentavos: 0 }));
      for (const [index, { clicks, orders }] of journeys.entries()) {
        const mails = await Promise.all(clicks.map((click) => addMail(readers[index]!, campaigns, click)));
        const clicked = mails.flatMap(({ mailId, clickedAt }) => (clickedAt ? [{ mailId, clickedAt }] : []));
        for (const order of orders) {
          const centavos = await addOrder(readers[index]!, order);
          const lastClicked = findLastTouch(clicked, startOfDay(order.at));
          const stats = expected[mails.find(({ mailId }) => mailId === lastClicked)?.campaign ?? -1];
          if (!stats || !order.isPaid) continue;
          stats.orders += 1;
          stats.buyers.add(lastClicked!);
          stats.revenueCentavos += centavos;
        }
      }
      const found = await Promise.all(campaigns.map((id) => bed.panel().find({ id })));
      expect(
        found.map(({ stats: { orders, buyers, revenueCentavos } }) => ({ orders, buyers, revenueCentavos })),
      ).toEqual(expected.map((stats) => ({ ...stats, buyers: stats.buyers.size })));
    }),
    { numRuns: 40 },
  );
});

function startOfDay(at: number): Date {
  return new Date(bed.clock.now().getTime() + (at - DAYS) * DAY_MS);
}

async function addMail(
  userId: string,
  campaigns: readonly string[],
  { campaign, at }: { campaign: number; at: number | null },
) {
  const [mailId, clickedAt] = [randomUUID(), at === null ? null : startOfDay(at)];
  await bed.db
    .insertInto('emailMessages')
    .values({
      id: mailId,
      userId,
      campaignId: campaigns[campaign]!,
      occasion: mailId,
      state: 'sent',
      clickedAt,
      createdAt: startOfDay(0),
      dueAt: startOfDay(0),
    })
    .execute();
  return { mailId, campaign, clickedAt };
}

/** @returns its remaining amount in centavos */
async function addOrder(
  userId: string,
  { at, amount, isPaid, isReduced }: { at: number; amount: number; isPaid: boolean; isReduced: boolean },
): Promise<number> {
  const returned = isPaid && isReduced ? Math.floor(amount / 2) : 0;
  await addOrderRow(bed.db, {
    userId,
    rifaId,
    totalAmount: (amount / 100).toFixed(2),
    returnedAmount: (returned / 100).toFixed(2),
    status: isPaid ? 'paid' : 'pending',
    paidAt: isPaid ? startOfDay(at) : null,
    holdExpiresAt: startOfDay(at),
    createdAt: startOfDay(at),
  });
  return amount - returned;
}
