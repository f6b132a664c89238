/** From a referral link to the attribution of an order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFERRAL_COOKIE } from '@mare/domain/affiliates/referral-mark.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { createHttpApp, type HttpApp } from '../../platform/http/http.ts';
import { addAffiliate } from '../affiliates.testing.ts';
import { findReferrer } from './find-referrer.ts';
import { followReferral } from './follow-referral.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

let bed: PaymentsTestbed;
let site: HttpApp;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  site = createHttpApp(bed.platform.log);
  site.get('*', followReferral(bed.platform));
  site.get('*', (c) => c.html('<h1>Rifas</h1>'));
});
afterAll(() => bed.close());

async function visit(path: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  const response = await site.request(path, {
    headers: { accept: 'text/html,application/xhtml+xml', 'user-agent': PHONE, ...headers },
  });
  expect(response.status).toBe(200);
  const setCookie = response.headers.get('set-cookie');
  if (!setCookie) return undefined;
  expect(setCookie).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  return decodeURIComponent(new RegExp(`${REFERRAL_COOKIE}=([^;]+)`).exec(setCookie)![1]!);
}

const cookie = (content: string) => ({ cookie: `outro=1; ${REFERRAL_COOKIE}=${content}` });

async function countClicks(affiliateCode: string): Promise<number> {
  const { count } = await bed.db
    .selectFrom('affiliateClicks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('affiliateCode', '=', affiliateCode)
    .executeTakeFirstOrThrow();
  return count;
}

test('counts a visitor once per day, ignoring the case of the code', async () => {
  const { affiliateCode } = await addAffiliate(bed);
  const mark = await visit(`/?ref=${affiliateCode.toLowerCase()}`);
  await visit(`/rifa/1?ref=${affiliateCode}`, cookie(mark!));
  await Promise.all([1, 2, 3].map(() => visit(`/?ref=${affiliateCode}`, cookie(mark!))));
  expect(await countClicks(affiliateCode)).toBe(1);
  bed.clock.advance(86_400);
  await visit(`/?ref=${affiliateCode}`, cookie(mark!));
  expect(await countClicks(affiliateCode)).toBe(2);
  await visit(`/?ref=${affiliateCode}`);
  expect(await countClicks(affiliateCode)).toBe(3);
});

test.each([
  ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
  ['a link preview', { 'user-agent': 'WhatsApp/2.23.20.0' }],
  ['a prefetched page', { 'sec-purpose': 'prefetch' }],
  ['a picture', { accept: 'image/webp', 'sec-fetch-dest': 'image' }],
  ['a program', { 'user-agent': '' }],
])('%s does not count as a visit', async (_, headers) => {
  const { affiliateCode } = await addAffiliate(bed);
  expect(await visit(`/?ref=${affiliateCode}`, headers)).toBeUndefined();
  expect(await countClicks(affiliateCode)).toBe(0);
});

test('an unknown or suspended code keeps the existing cookie', async () => {
  const { id, affiliateCode } = await addAffiliate(bed);
  await bed.db.updateTable('affiliates').set({ status: 'suspended' }).where('id', '=', id).execute();
  for (const ref of [affiliateCode, 'NINGUEM0', '%00', "'; drop table", 'x'.repeat(5_000)])
    expect(await visit(`/?ref=${encodeURIComponent(ref)}`)).toBeUndefined();
});

test('limits the count of a script that drops cookies to one household', async () => {
  const { affiliateCode } = await addAffiliate(bed);
  for (let times = 0; times < 60; times++) await visit(`/?ref=${affiliateCode}`);
  expect(await countClicks(affiliateCode)).toBe(40);
});

// @covers community 9: commission 5%, attribution 30 days, the last link counts, never the buyer's own; code of 8
//   characters
// @covers community 9: the referral link carries the code in `ref`, kept for 30 days
//   [server/affiliates/referrals/follow-referral.ts]
test('attributes an order to the last link for 30 days', async () => {
  const [first, second] = [await addAffiliate(bed), await addAffiliate(bed)];
  const buyer = { userId: await bed.buyer(), cpf: undefined };
  const firstMark = await visit(`/?ref=${first.affiliateCode}`);
  const secondMark = await visit(`/?ref=${second.affiliateCode}`, cookie(firstMark!));
  expect(await findReferrer(bed.platform, firstMark, buyer)).toBe(first.id);
  expect(await findReferrer(bed.platform, secondMark, buyer)).toBe(second.id);
  bed.clock.advance(5 * 86_400);
  expect(await findReferrer(bed.platform, secondMark, buyer)).toBe(second.id);
  bed.clock.advance(25 * 86_400 + 60);
  expect(await findReferrer(bed.platform, secondMark, buyer)).toBeNull();
});

test('never attributes to the buyer or to an account with the same CPF', async () => {
  const affiliate = await addAffiliate(bed);
  await bed.db
    .updateTable('profiles')
    .set({ cpf: '52998224725' })
    .where('id', '=', affiliate.userId)
    .execute();
  const mark = await visit(`/?ref=${affiliate.affiliateCode}`);
  const otherBuyer = await bed.buyer();
  const findReferrerOf = (userId: string, cpf?: string) => findReferrer(bed.platform, mark, { userId, cpf });
  expect(await findReferrerOf(affiliate.userId)).toBeNull();
  expect(await findReferrerOf(otherBuyer, '529.982.247-25')).toBeNull();
  expect(await findReferrerOf(otherBuyer)).toBe(affiliate.id);
  await bed.db.updateTable('profiles').set({ cpf: '52998224725' }).where('id', '=', otherBuyer).execute();
  expect(await findReferrerOf(otherBuyer)).toBeNull();
  for (const forged of [undefined, '', 'x', `${affiliate.affiliateCode}.curto.1`])
    expect(await findReferrer(bed.platform, forged, { userId: otherBuyer, cpf: undefined })).toBeNull();
});

test('counts a script that invents cookies no more often than one that drops them', async () => {
  const { affiliateCode } = await addAffiliate(bed);
  const now = Math.floor(bed.clock.now().getTime() / 1000);
  for (let times = 0; times < 60; times++) {
    const visitor = String(times).padStart(22, '0');
    for (const forged of [
      `${affiliateCode}.${visitor}.${now}`,
      `${affiliateCode}.${visitor}.${now}.${visitor}`,
    ])
      await visit(`/?ref=${affiliateCode}`, cookie(forged));
  }
  expect(await countClicks(affiliateCode)).toBe(40);
});

test('never attributes to another account of the affiliate’s person', async () => {
  const affiliate = await addAffiliate(bed);
  const mark = await visit(`/?ref=${affiliate.affiliateCode}`);
  const second = await bed.buyer();
  expect(await findReferrer(bed.platform, mark, { userId: second, cpf: undefined })).toBe(affiliate.id);
  await bed.db.updateTable('profiles').set({ personId: affiliate.userId }).where('id', '=', second).execute();
  expect(await findReferrer(bed.platform, mark, { userId: second, cpf: undefined })).toBeNull();
});
