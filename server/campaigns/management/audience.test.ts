import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numericFromCentavos } from '@mare/database/money.ts';
import {
  type Audience,
  EVERYONE,
  matchesAudience,
  type PersonFacts,
} from '@mare/domain/campaigns/audience.ts';
import { CONSENT_PURPOSES } from '@mare/domain/personalization/consent.ts';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { CAMPAIGN, type CampaignsTestbed, createCampaignsTestbed } from '../campaigns.testing.ts';
import { queueDueMails } from '../messages/send-due-mails.job.ts';
import { countReach } from './count-audience.ts';

const DAY_MS = 86_400_000;
/** Fixed and ahead of the test's clock, so that campaigns are due and orders lie exactly at a limit. */
const NOW = new Date(Date.now() + DAY_MS);
const CITIES = ['Maceió', 'Recife'];
const RIFAS = [randomUUID(), randomUUID()] as const;
const TAGS = ['feira', 'praia', 'imprensa'];

let bed: CampaignsTestbed;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
  for (const id of RIFAS) await addRifa(bed.db, 100, { id });
});
afterAll(() => bed.close());

/** Few values, so that people often lie exactly at the limit of a condition. */
const anyDays = fc.integer({ min: 1, max: 4 });
const anySpentCentavos = fc.integer({ min: 0, max: 3 }).map((reais) => reais * 100);
const anyPerson = fc.record({
  segment: fc.constantFrom(...SEGMENTS),
  city: fc.option(fc.constantFrom(...CITIES)),
  spentCentavos: anySpentCentavos,
  orders: fc.array(
    fc.record({ rifaId: fc.constantFrom(...RIFAS), daysAgo: fc.nat(5), isPaid: fc.boolean() }),
    {
      maxLength: 3,
    },
  ),
  tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
  choices: fc.array(fc.record({ measurement: fc.boolean(), marketing: fc.boolean() }), { maxLength: 2 }),
});
const anyConditions = fc.record({
  segments: fc.uniqueArray(fc.constantFrom(...SEGMENTS)),
  boughtRifaId: fc.constantFrom(...RIFAS),
  city: fc.constantFrom('maceió', 'RECIFE'),
  boughtWithinDays: anyDays,
  absentDays: anyDays,
  minSpentCentavos: anySpentCentavos,
  maxSpentCentavos: anySpentCentavos,
  tags: fc.uniqueArray(fc.constantFrom(...TAGS)),
  consents: fc.uniqueArray(fc.constantFrom(...CONSENT_PURPOSES)),
});
const conditionNames = Object.keys(EVERYONE) as (keyof Audience)[];
/** At most three conditions: with more, almost no person matches. */
const anyAudience = fc
  .tuple(anyConditions, fc.subarray(conditionNames, { maxLength: 3 }))
  .map(([all, chosen]): Audience => ({
    ...EVERYONE,
    ...Object.fromEntries(chosen.map((name) => [name, all[name]])),
  }));

test('previews and mails exactly the people of an audience', async () => {
  const property = fc.asyncProperty(
    fc.array(anyPerson, { minLength: 1, maxLength: 5 }),
    fc.array(anyAudience, { minLength: 15, maxLength: 25 }),
    async (people, audiences) => {
      const platform = { ...bed.platform, clock: { now: () => NOW } };
      await bed.db.deleteFrom('emailCampaigns').execute();
      await bed.db.deleteFrom('emailPreferences').execute();
      // People of earlier tests do not match: they allow no marketing mail, which every audience here requires.
      await bed.db
        .insertInto('emailPreferences')
        .columns(['userId', 'marketingEmails', 'updatedAt'])
        .expression((eb) =>
          eb
            .selectFrom('profiles')
            .select(['id', eb.val(false).as('marketing'), eb.val(bed.clock.now()).as('at')]),
        )
        .execute();
      const ids = await bed.addReaders(people.length);
      const facts = await Promise.all(people.map((person, index) => addFacts(ids[index]!, person)));
      const findMembers = (audience: Audience) =>
        ids.filter((_, index) => matchesAudience(facts[index]!, audience, NOW)).toSorted();
      for (const audience of audiences)
        expect((await countReach(platform, { kind: 'marketing', buttonPath: '/', ...audience })).people).toBe(
          findMembers(audience).length,
        );
      // The statement that starts a campaign uses the same conditions.
      const [mailed] = audiences as [Audience, ...Audience[]];
      const campaignId = await bed.startCampaign(mailed);
      await queueDueMails(platform);
      const mails = await bed.db
        .selectFrom('emailMessages')
        .select('userId')
        .where('campaignId', '=', campaignId)
        .where('userId', 'in', ids)
        .execute();
      expect(mails.map(({ userId }) => userId).toSorted()).toEqual(findMembers(mailed));
    },
  );
  await fc.assert(property, { numRuns: 25, endOnFailure: true });
});

test('stores every condition of a campaign', async () => {
  const conditions: Audience = {
    segments: ['vip', 'regular'],
    boughtRifaId: RIFAS[0],
    city: 'Maceió',
    boughtWithinDays: 90,
    absentDays: 30,
    minSpentCentavos: 50_50,
    maxSpentCentavos: 900_00,
    tags: ['feira'],
    consents: ['marketing'],
  };
  const campaign = { ...CAMPAIGN, ...conditions };
  const { id, version } = await bed.panel().save({ id: null, version: 0, campaign });
  expect(await bed.panel().find({ id })).toMatchObject(conditions);
  await bed.panel().save({ id, version, campaign: { ...campaign, ...EVERYONE } });
  expect(await bed.panel().find({ id })).toMatchObject(EVERYONE);
});

test('lists the used tags with their number of people', async () => {
  const [first, second] = await bed.addReaders(2);
  await bed.db
    .insertInto('personTags')
    .values([
      { userId: first!, tag: 'zona sul' },
      { userId: second!, tag: 'zona sul' },
      { userId: first!, tag: 'anfitriã' },
    ])
    .execute();
  const tags = await bed.panel().tags();
  expect(tags).toEqual(
    expect.arrayContaining([
      { tag: 'zona sul', people: 2 },
      { tag: 'anfitriã', people: 1 },
    ]),
  );
  expect(tags.map(({ tag }) => tag)).toEqual(tags.map(({ tag }) => tag).toSorted());
});

type Person = typeof anyPerson extends fc.Arbitrary<infer Value> ? Value : never;

async function addFacts(userId: string, { orders, choices, ...known }: Person): Promise<PersonFacts> {
  const { segment, city, spentCentavos, tags } = known;
  const { db } = bed;
  await db
    .updateTable('profiles')
    .set({ segment, city, totalSpent: numericFromCentavos(spentCentavos) })
    .where('id', '=', userId)
    .execute();
  for (const tag of tags) await db.insertInto('personTags').values({ userId, tag }).execute();
  for (const choice of choices)
    await db
      .insertInto('consents')
      .values({ userId, ...choice, textVersion: 1, decidedAt: NOW })
      .execute();
  const paidOrders = [];
  for (const { rifaId, daysAgo, isPaid } of orders) {
    const paidAt = new Date(NOW.getTime() - daysAgo * DAY_MS);
    await addOrder(userId, rifaId, isPaid ? paidAt : null);
    if (isPaid) paidOrders.push({ rifaId, paidAt });
  }
  return { ...known, paidOrders, consent: choices.at(-1) ?? null };
}

async function addOrder(userId: string, rifaId: string, paidAt: Date | null): Promise<void> {
  const { id } = await addOrderRow(bed.db, {
    userId,
    rifaId,
    totalAmount: '1.00',
    status: paidAt ? 'paid' : 'pending',
    paidAt,
    holdExpiresAt: NOW,
    createdAt: NOW,
  });
  await bed.db
    .insertInto('orderItems')
    .values({
      orderId: id,
      rifaId,
      quantity: 1,
      selectedNumbers: [1],
      totalAmount: '1.00',
      unitPrice: '1.00',
    })
    .execute();
}
