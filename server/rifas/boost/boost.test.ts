/** Announcements of a rifa on sale: recipients and frequency limits. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { EVERYONE } from '@mare/domain/campaigns/audience.ts';
import { recipientsOf, emailOf, newMailbox, sendDueMails } from '../../campaigns/campaigns.testing.ts';
import { queueDueMails } from '../../campaigns/messages/send-due-mails.job.ts';
import { allow } from '../../personalization/consent/consent.testing.ts';
import { type BoostTestbed, createBoostTestbed, HOUR } from './boost.testing.ts';
import { readBoosts } from './read-boosts.ts';

let bed: BoostTestbed;
beforeAll(async () => {
  bed = await createBoostTestbed();
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

test('reaches people who accept offers once, by mail, notification and push', async () => {
  const [agreed, silent, unsubscribed] = await bed.addReaders(3);
  for (const userId of [agreed!, unsubscribed!]) await allow(bed.db, userId);
  await bed.db
    .insertInto('emailPreferences')
    .values({ userId: unsubscribed!, marketingEmails: false, updatedAt: bed.clock.now() })
    .execute();
  await bed.db
    .insertInto('pushSubscriptions')
    .values({
      id: randomUUID(),
      userId: agreed!,
      endpoint: `https://push.example/${randomUUID()}`,
      authKey: 'x',
      p256dhKey: 'y',
      createdAt: bed.clock.now(),
      updatedAt: bed.clock.now(),
    })
    .execute();
  const rifaId = await bed.rifa(100);
  expect((await readBoosts(bed.platform, rifaId))?.audience).toMatchObject({ people: 1, withPush: 1 });
  const coupon = { code: 'MOTO10', percent: 10, hours: 48 };
  expect(await bed.boost(rifaId, { coupon })).toMatchObject({ ok: true });
  const { sent, mailer } = newMailbox();
  for (let time = 0; time < 2; time++) await sendDueMails({ ...bed.platform, mailer });
  expect(recipientsOf(sent)).toEqual([emailOf(agreed!)]);
  expect(sent[0]).toMatchObject({ subject: 'Ana, últimas cotas' });
  expect(sent[0]!.text).toContain('Com o cupom MOTO10 você ganha 10% de desconto até');
  const people = [agreed!, silent!, unsubscribed!];
  const notices = await bed.db
    .selectFrom('notifications')
    .select(['userId', 'title', 'message', 'data'])
    .where('userId', 'in', people)
    .execute();
  expect(notices).toMatchObject([
    { userId: agreed, title: 'Ana, últimas cotas', data: { href: `/rifa/${rifaId}`, rifaId } },
  ]);
  expect(notices[0]!.message).toMatch(/^Ainda há cotas da moto\. Com o cupom MOTO10/);
  const pushes = await bed.db
    .selectFrom('outbox')
    .select('userId')
    .where('channel', '=', 'push')
    .where('userId', 'in', people)
    .execute();
  expect(pushes).toEqual([{ userId: agreed }]);
  expect(
    await bed.db.selectFrom('coupons').select(['percent', 'rifaIds']).where('code', '=', 'MOTO10').execute(),
  ).toEqual([{ percent: 10, rifaIds: [rifaId] }]);
});

// @covers panel: rifas: an announcement leaves out those who cannot buy the rifa, and says how many and why
//   [server/campaigns/management/audience-exclusion.queries.ts]
test('excludes people of other cities, minors and self-excluded people, as previewed', async () => {
  const [local, unknown, elsewhere, minor, excluded, barred, moved] = await bed.addReaders(7);
  const everyone = [local!, unknown!, elsewhere!, minor!, excluded!, barred!, moved!];
  for (const userId of everyone) await allow(bed.db, userId);
  const set = (userId: string, changes: object) =>
    bed.db.updateTable('profiles').set(changes).where('id', '=', userId).execute();
  await set(unknown!, { city: null, state: null });
  await set(elsewhere!, { city: 'Recife', state: 'PE' });
  await set(minor!, { birthDate: new Date(bed.clock.now().getTime() - 17 * 365 * 24 * HOUR * 1000) });
  const cpf = '52998224725';
  await set(barred!, { cpf });
  const now = bed.clock.now();
  await bed.db
    .insertInto('excludedPeople')
    .values({ cpf, note: 'Sócia', addedAt: now, addedBy: bed.admin })
    .execute();
  await bed.db
    .insertInto('ownLimits')
    .values({
      userId: excluded!,
      excludedUntil: new Date(now.getTime() + 30 * 24 * HOUR * 1000),
      updatedAt: now,
    })
    .execute();
  const rifaId = await bed.rifa(100);
  expect((await readBoosts(bed.platform, rifaId))?.audience).toEqual({
    people: 3,
    withPush: 0,
    leftOut: { minor: 1, excluded: 2, notVip: 0, otherCity: 1, unwanted: 0 },
  });
  // A campaign whose button links the rifa has the same recipients; others also reach other cities.
  const countAudience = (buttonPath: string) =>
    bed.panel().audience({ ...EVERYONE, consents: ['marketing'], kind: 'marketing', buttonPath });
  expect((await countAudience(`/rifa/${rifaId}?de=mail`)).people).toBe(3);
  expect((await countAudience('/ranking')).people).toBe(4);
  const boosted = await bed.boost(rifaId);
  if (!boosted.ok) throw new Error(boosted.code);
  const { sent, mailer } = newMailbox();
  await sendDueMails({ ...bed.platform, mailer });
  const inTime = [local!, unknown!, moved!].map(emailOf).toSorted();
  expect(recipientsOf(sent.splice(0))).toEqual(inTime);
  expect((await readBoosts(bed.platform, rifaId))?.boosts[0]?.stats.recipients).toBe(3);
  // People who move away while their mail waits get none.
  const { campaignId } = boosted;
  await set(moved!, { city: 'Recife', state: 'PE' });
  await bed.db
    .updateTable('emailCampaigns')
    .set({ status: 'sending' })
    .where('id', '=', campaignId)
    .execute();
  for (const userId of [local!, moved!]) {
    const mail = { id: randomUUID(), campaignId, userId, occasion: `late:${userId}` };
    await bed.db
      .insertInto('emailMessages')
      .values({ ...mail, dueAt: now, createdAt: now })
      .execute();
  }
  await sendDueMails({ ...bed.platform, mailer });
  expect(recipientsOf(sent)).toEqual([emailOf(local!)]);
});

test('sends one of concurrent announcements, and the next a day later', async () => {
  const rifaId = await bed.rifa(100);
  const results = await Promise.all([1, 2, 3, 4].map(() => bed.boost(rifaId)));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.code === 'BOOST_TOO_SOON')).toHaveLength(3);
  expect((await readBoosts(bed.platform, rifaId))?.nextFrom).not.toBeNull();
  bed.clock.advance(24 * HOUR + 60);
  expect((await readBoosts(bed.platform, rifaId))?.nextFrom).toBeNull();
  expect(await bed.boost(rifaId)).toMatchObject({ ok: true });
});

test('rejects an announcement of a rifa that is not on sale', async () => {
  const rifaId = await bed.rifa(10);
  const set = (changes: object) =>
    bed.db.updateTable('rifas').set(changes).where('id', '=', rifaId).execute();
  const rejected = (status: string) => ({ ok: false, code: 'RIFA_STATE', status });
  await set({ pausedAt: bed.clock.now(), pauseReason: 'Oficina' });
  expect(await bed.boost(rifaId)).toEqual(rejected('paused'));
  await set({ pausedAt: null, pauseReason: null });
  await bed.buy(await bed.buyer(), rifaId, 10);
  expect(await bed.boost(rifaId)).toEqual(rejected('sold_out'));
  await set({ status: 'closed' });
  expect(await bed.boost(rifaId)).toEqual(rejected('closed'));
  expect(await bed.boost(randomUUID())).toEqual({ ok: false, code: 'NOT_FOUND' });
});

test('writes nothing when the code of the coupon is taken', async () => {
  const [firstRifa, secondRifa] = [await bed.rifa(100), await bed.rifa(100)];
  const coupon = { code: 'TOMADO', percent: 10, hours: 48 };
  expect(await bed.boost(firstRifa, { coupon })).toMatchObject({ ok: true });
  expect(await bed.boost(secondRifa, { coupon })).toEqual({ ok: false, code: 'COUPON_EXISTS' });
  expect((await readBoosts(bed.platform, secondRifa))?.boosts).toEqual([]);
});

// @covers panel: rifas: advertising for a rifa that only VIPs may buy leaves out the others, and says how many
//   [domain/campaigns/audience-exclusion.ts, server/campaigns/management/audience-exclusion.queries.ts]
test.each([
  ['always', { vipOnly: true }],
  ['in a presale', { vipHours: 24, publicFrom: new Date(Date.now() + 365 * 24 * HOUR * 1000) }],
])('reaches only VIPs while only they may buy: %s', async (_, access) => {
  const [vip, other, demoted] = await bed.addReaders(3);
  for (const userId of [vip!, other!, demoted!]) await allow(bed.db, userId);
  const setSegment = (userId: string, segment: string) =>
    bed.db.updateTable('profiles').set({ segment }).where('id', '=', userId).execute();
  await setSegment(other!, 'casual');
  const rifaId = await bed.rifa(100);
  await bed.db.updateTable('rifas').set(access).where('id', '=', rifaId).execute();
  expect((await readBoosts(bed.platform, rifaId))?.audience).toMatchObject({
    people: 2,
    leftOut: { notVip: 1 },
  });
  // A campaign of the panel whose button links the rifa has the same recipients, whatever its segments.
  const campaign = {
    ...EVERYONE,
    kind: 'marketing',
    consents: ['marketing'],
    buttonPath: `/rifa/${rifaId}`,
  } as const;
  expect(await bed.panel().audience({ ...campaign, consents: ['marketing'] })).toMatchObject({
    people: 2,
    leftOut: { notVip: 1 },
  });
  const id = await bed.startCampaign({ ...campaign, consents: ['marketing'], perMinute: 1 });
  await queueDueMails(bed.platform);
  const mailsTo = async () => {
    const rows = await bed.db
      .selectFrom('emailMessages')
      .select(['userId', 'state'])
      .where('campaignId', '=', id)
      .execute();
    return Object.fromEntries(rows.map(({ userId, state }) => [userId, state]));
  };
  const queued = await mailsTo();
  expect(Object.keys(queued).toSorted()).toEqual([vip!, demoted!].toSorted());
  // One mail waits, and its recipient has lost the VIP segment by then.
  const waiting = Object.keys(queued).find((userId) => queued[userId] === 'waiting');
  await setSegment(waiting!, 'at_risk');
  bed.clock.advance(61);
  await queueDueMails(bed.platform);
  expect((await mailsTo())[waiting!]).toBe('skipped');
});
