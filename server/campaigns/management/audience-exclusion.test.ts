/** The SQL condition and the rule in domain/ exclude the same people from a campaign. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EVERYONE } from '@mare/domain/campaigns/audience.ts';
import {
  type Recipient,
  type AdvertisedRifa,
  AUDIENCE_EXCLUSIONS,
  audienceExclusionOf,
} from '@mare/domain/campaigns/audience-exclusion.ts';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { type CampaignsTestbed, createCampaignsTestbed } from '../campaigns.testing.ts';
import { countReach } from './count-audience.ts';

const DAY_MS = 86_400_000;
/** Fixed, so that a presale ends exactly now. */
const NOW = new Date(Date.now() + DAY_MS);
const TAG = 'left-out';

let bed: CampaignsTestbed;
beforeAll(async () => {
  bed = await createCampaignsTestbed();
});
afterAll(() => bed.close());

const anyHome = fc.constantFrom<[string | null, string | null]>(
  ['Maceió', 'AL'],
  ['Maceió', 'PE'],
  ['Recife', 'PE'],
  [null, null],
);
const anyRecipient = fc
  .record({
    isMinor: fc.boolean(),
    mayNotBuy: fc.boolean(),
    segment: fc.constantFrom(...SEGMENTS),
    home: anyHome,
    wantsKind: fc.boolean(),
  })
  .map(({ home: [city, state], ...person }): Recipient => ({ ...person, city, state }));
const anyRifa = fc.record({
  vipOnly: fc.boolean(),
  publicFrom: fc.option(fc.integer({ min: -1, max: 1 }).map((ms) => new Date(NOW.getTime() + ms))),
  eligibleCities: fc.constant(['Maceió']),
  eligibleState: fc.constant('AL'),
});

test('counts the excluded people by reason', async () => {
  const platform = { ...bed.platform, clock: { now: () => NOW } };
  const property = fc.asyncProperty(
    fc.array(anyRecipient, { minLength: 1, maxLength: 8 }),
    fc.array(fc.option(anyRifa), { minLength: 3, maxLength: 6 }),
    async (people, rifas) => {
      await bed.db.deleteFrom('personTags').execute();
      const ids = await bed.addReaders(people.length);
      for (const [index, person] of people.entries()) await addPerson(ids[index]!, person);
      for (const rifa of rifas) {
        const reasons = people.map((person) => audienceExclusionOf(person, rifa, NOW));
        const countWith = (exclusion: string | null) =>
          reasons.filter((reason) => reason === exclusion).length;
        const buttonPath = rifa ? `/rifa/${await addAdvertisedRifa(rifa)}` : '/ranking';
        const { people: reached, leftOut } = await countReach(platform, {
          ...EVERYONE,
          tags: [TAG],
          kind: 'marketing',
          buttonPath,
        });
        expect({ reached, leftOut }).toEqual({
          reached: countWith(null),
          leftOut: Object.fromEntries(AUDIENCE_EXCLUSIONS.map((reason) => [reason, countWith(reason)])),
        });
      }
    },
  );
  await fc.assert(property, { numRuns: 25, endOnFailure: true });
});

async function addPerson(userId: string, person: Recipient): Promise<void> {
  const { db } = bed;
  const { segment, city, state } = person;
  const birthDate = new Date(NOW.getTime() - (person.isMinor ? 17 : 30) * 365 * DAY_MS);
  await db
    .updateTable('profiles')
    .set({ segment, city, state, birthDate })
    .where('id', '=', userId)
    .execute();
  await db.insertInto('personTags').values({ userId, tag: TAG }).execute();
  const updatedAt = NOW;
  if (person.mayNotBuy) {
    const { personId } = await db
      .selectFrom('profiles')
      .select(sql<string>`coalesce(person_id, id)`.as('personId'))
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    const until = new Date(NOW.getTime() + DAY_MS);
    // A pause and a self-exclusion count alike.
    const block = segment === 'vip' ? { pausedUntil: until } : { excludedUntil: until };
    await db
      .insertInto('ownLimits')
      .values({ userId: personId, updatedAt, ...block })
      .execute();
  }
  if (!person.wantsKind)
    await db.insertInto('emailPreferences').values({ userId, marketingEmails: false, updatedAt }).execute();
}

async function addAdvertisedRifa({ eligibleCities, ...rifa }: AdvertisedRifa): Promise<string> {
  const id = await addRifa(bed.db, 100, {});
  await bed.db
    .updateTable('rifas')
    .set({ ...rifa, eligibleCities: [...eligibleCities] })
    .where('id', '=', id)
    .execute();
  return id;
}
