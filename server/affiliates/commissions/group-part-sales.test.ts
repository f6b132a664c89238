/** A part of a group purchase is an order of who pays it: it earns a commission by the rule of every order. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFERRAL_COOKIE, writeReferralMark } from '@mare/domain/affiliates/referral-mark.ts';
import { joinPersons } from '../../accounts/persons/join-persons.ts';
import { createGroupBed, type GroupBed } from '../../checkout/group-purchases/group-purchases.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { requestCookies } from '../../platform/http/request/cookies.ts';
import { addAffiliate } from '../affiliates.testing.ts';
import { earnCommission } from './earn-commission.job.ts';
import { reverseCommission } from './reverse-commission.job.ts';

let bed: GroupBed;
beforeAll(async () => {
  bed = await createGroupBed();
});
afterAll(() => bed.close());

type Affiliate = Awaited<ReturnType<typeof addAffiliate>>;

/** Takes or starts with the affiliate's link followed just before. */
async function buyPart(userId: string, rifaId: string, { affiliateCode }: Affiliate, group: object) {
  const visitorId = randomBytes(16).toString('base64url');
  const mark = writeReferralMark({ affiliateCode, visitorId, clickedAt: bed.clock.now() });
  const cookies = requestCookies(`${REFERRAL_COOKIE}=${mark}`, 'http://localhost');
  const context = testContext(bed.platform, { userId }, cookies);
  const started = await createRouterClient(bed.router, { context }).checkout.startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ title: 'Moto', quantity: 2, price: 2, selected_numbers: [], rifaId }],
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br' },
      rifaId,
      method: 'pix',
      group: group as never,
    },
  });
  const part = { orderId: started.order_id, reference: started.external_reference };
  await bed.pay({ ...part, token: started.group_token!, numbers: [] });
  await earnCommission(bed.platform, part.orderId);
  return { ...part, token: started.group_token! };
}

const readKeptCommission = async (orderId: string) => {
  const { rows } = await bed.pool.query<{ kept: number; entries: number }>(
    `select coalesce(sum(commission_amount), 0)::float as kept, count(*)::integer as entries
     from affiliate_commissions where order_id = $1`,
    [orderId],
  );
  return rows[0]!;
};

test('earns on parts of other persons, not on those of another account of the affiliate', async () => {
  const rifaId = await bed.rifa(1000);
  const affiliate = await addAffiliate(bed);
  const [second, friend] = [await bed.buyer(), await bed.buyer()];
  const join = (formerId: string) =>
    inTransaction(bed.db, (trx) => joinPersons(trx, bed.platform, affiliate.userId, formerId));
  await join(second);
  const { token, orderId } = await buyPart(second, rifaId, affiliate, {
    kind: 'start',
    name: 'Família',
    parts: 3,
    hours: 3,
  });
  expect(await readKeptCommission(orderId)).toEqual({ kept: 0, entries: 0 });
  const part = await buyPart(friend, rifaId, affiliate, { kind: 'take', token, partNo: 2 });
  expect((await readKeptCommission(part.orderId)).kept).toBeGreaterThan(0);
  await join(friend);
  await reverseCommission(bed.platform, part.orderId);
  expect(await readKeptCommission(part.orderId)).toEqual({ kept: 0, entries: 2 });
});
