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
const moment = fc.integer({ min: 0, max: DAYS });
const journey = fc.record({
  clicks: fc.array(fc.record({ campaign: fc.constantFrom(0, 1), at: fc.option(moment) }), { maxLength: 5 }),
  orders: fc.array(
    fc.record({
      at: moment,
      amount: fc.integer({ min: 1, max: 9_999 }),
      isPaid: fc.boolean(),
      isReduced: fc.boolean(),
    }),
    { maxLength: 5 },
  ),
});

test('attributes each paid order to the last clicked mail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(journey, { minLength: 1, maxLength: 3 }), async (journeys) => {
      await bed.reset();
      const readers = await bed.readers(journeys.length);
      const campaigns = [await bed.begin(), await bed.begin()];
      const expected = campaigns.map(() => ({ orders: 0, buyers: new Set<string>(), revenueCentavos: 0 }));
      for (const [index, { clicks, orders }] of journeys.entries()) {
        const mails = await Promise.all(clicks.map((click) => addMail(readers[index]!, campaigns, click)));
        const clicked = mails.flatMap(({ mailId, clickedAt }) => (clickedAt ? [{ mailId, clickedAt }] : []));
        for (const order of orders) {
          const centavos = await addOrder(readers[index]!, order);
          const touched = findLastTouch(clicked, momentOf(order.at));
          const of = expected[mails.find(({ mailId }) => mailId === touched)?.campaign ?? -1];
          if (!of || !order.isPaid) continue;
          of.orders += 1;
          of.buyers.add(touched!);
          of.revenueCentavos += centavos;
        }
      }
      const found = await Promise.all(campaigns.map((id) => bed.panel().find({ id })));
      expect(
        found.map(({ stats: { orders, buyers, revenueCentavos } }) => ({ orders, buyers, revenueCentavos })),
      ).toEqual(expected.map((of) => ({ ...of, buyers: of.buyers.size })));
    }),
    { numRuns: 40 },
  );
});

function momentOf(at: number): Date {
  return new Date(bed.clock.now().getTime() + (at - DAYS) * DAY_MS);
}

async function addMail(
  userId: string,
  campaigns: readonly string[],
  { campaign, at }: { campaign: number; at: number | null },
) {
  const [mailId, clickedAt] = [randomUUID(), at === null ? null : momentOf(at)];
  await bed.db
    .insertInto('emailMessages')
    .values({
      id: mailId,
      userId,
      campaignId: campaigns[campaign]!,
      occasion: mailId,
      state: 'sent',
      clickedAt,
      createdAt: momentOf(0),
      dueAt: momentOf(0),
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
    paidAt: isPaid ? momentOf(at) : null,
    holdExpiresAt: momentOf(at),
    createdAt: momentOf(at),
  });
  return amount - returned;
}
