import { sql } from 'kysely';
import type { z } from 'zod';
import type { CouponRow, couponsAdmin } from '@mare/contract/checkout/coupons-admin.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import { toListPage, pageWindow, startsWith } from '../../platform/database/list-page.ts';
import type { Platform } from '../../platform/platform.ts';

type ListInput = z.output<NonNullable<(typeof couponsAdmin.list)['~orpc']['inputSchema']>>;

const sold = sql<string>`(
  select coalesce(sum(orders.total_amount - orders.returned_amount), 0) from coupon_claims
  join orders on orders.user_id = coupon_claims.user_id
    and orders.client_request_id = coupon_claims.client_request_id and orders.status = 'paid'
  where coupon_claims.coupon_code = coupons.code)`;

/** E-mail address of one account per person. */
const personEmails = sql<string[]>`array(
  select min(users.email) from auth.users join profiles using (id)
  where profiles.person_id = any (coupons.person_ids) and users.email is not null
  group by profiles.person_id order by 1)`;

/** Persons who deleted their accounts, or whose accounts have no address. */
export const personsWithoutEmail = sql<string[]>`array(
  select person.person_id from unnest(coupons.person_ids) as person (person_id)
  where not exists (select from auth.users join profiles using (id)
    where profiles.person_id = person.person_id and users.email is not null))`;

export async function selectCoupons(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { search, sort, state, page }: ListInput,
) {
  const { limit, offset } = pageWindow(page);
  const over = sql<boolean>`(coalesce(expires_at <= ${clock.now()}, false) or coalesce(uses >= max_uses, false))`;
  const found = await db
    .selectFrom('coupons')
    .select([
      'code',
      'percent',
      'amountOff',
      'maxUses',
      'uses',
      'expiresAt',
      'active',
      'createdAt',
      'version',
    ])
    .select(['segments', 'rifaIds', 'minimum', 'startsAt', 'usesPerPerson', 'stacksWithVip'])
    .select(personEmails.as('personEmails'))
    .select(sql<number>`cardinality(${personsWithoutEmail})`.as('personsWithoutEmail'))
    .select(sold.as('sold'))
    .$if(search !== '', (query) => query.where('code', 'like', startsWith(search.trim().toUpperCase())))
    .$if(state === 'active', (query) => query.where('active', '=', true).where(sql<boolean>`not ${over}`))
    .$if(state === 'paused', (query) => query.where('active', '=', false))
    .$if(state === 'over', (query) => query.where(over))
    .$if(sort === 'uses', (query) => query.orderBy('uses', 'desc'))
    .$if(sort === 'newest', (query) => query.orderBy('createdAt', 'desc'))
    .orderBy('code')
    .limit(limit)
    .offset(offset)
    .execute();
  return toListPage(
    found.map(({ expiresAt, startsAt, createdAt, amountOff, minimum, sold: soldFor, ...row }): CouponRow => ({
      ...row,
      segments: row.segments as CouponRow['segments'],
      offCentavos: amountOff === null ? null : centavosFromNumeric(amountOff),
      minimumCentavos: minimum === null ? null : centavosFromNumeric(minimum),
      startsAt: startsAt?.toISOString() ?? null,
      expiresAt: expiresAt?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      soldCentavos: centavosFromNumeric(soldFor),
    })),
  );
}
