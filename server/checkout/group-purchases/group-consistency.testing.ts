/** What must hold of orders, shares, parts and pages of group purchases after each step. */
import { expect } from 'vitest';
import { sql } from 'kysely';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { expectCouponsOfOrders } from './group-coupons.testing.ts';
import type { GroupBed } from './group-purchases.testing.ts';
import type { GroupHistory } from './group-sequences.testing.ts';

/** Cotas and centavos of a person that count, as the orders and gifts say. */
export interface Holding {
  personId: string;
  cotas: number;
  spentCentavos: number;
  couponUses: number;
}

/** @throws an assertion error if books, shares, parts or group pages contradict the orders */
export async function expectConsistent(bed: GroupBed, history: GroupHistory): Promise<Holding[]> {
  const { rifaId, accounts, groups, coupon } = history;
  await checkNumberCounts(bed.db, rifaId);
  await expectCouponsOfOrders(bed, history);
  const { rows } = await sql<Holding & { share: number }>`
    select person_id, coalesce((select cotas from rifa_shares where rifa_id = ${rifaId} and user_id = person_id), 0)
        as share,
      (select coalesce(sum(order_items.quantity), 0)::integer from order_items join orders on orders.id = order_id
        join profiles on profiles.id = user_id
        where profiles.person_id = person.person_id and status in ('pending', 'paid') and order_items.rifa_id = ${rifaId})
      + (select count(*)::integer from cota_gifts join profiles on profiles.id = recipient_id
        where profiles.person_id = person.person_id and cota_gifts.rifa_id = ${rifaId} and counted
          and claimed_at is not null and cancelled_at is null) as cotas,
      (select coalesce(sum(total_amount - returned_amount) * 100, 0)::integer from orders
        join profiles on profiles.id = user_id
        where profiles.person_id = person.person_id and status in ('pending', 'paid')) as spent_centavos,
      (select count(*)::integer from coupon_claims
        where coupon_code = ${coupon} and coupon_claims.person_id = person.person_id) as coupon_uses
    from (select distinct person_id from profiles where id = any(${accounts}::uuid[])) as person`.execute(
    bed.db,
  );
  for (const { share, cotas } of rows) expect(share).toBe(cotas);
  const { rows: parts } = await sql<{
    isFree: boolean;
    isEnded: boolean;
    numbers: number[];
    status: string | null;
    held: number[] | null;
    live: string[];
    orderId: string | null;
  }>`
    select is_free, ended_at is not null as is_ended, part.numbers, orders.status, part.order_id,
      (select selected_numbers from order_items where order_items.order_id = part.order_id) as held,
      array(select id::text from orders where group_part_id = part.id and status in ('pending', 'paid')) as live
    from group_purchase_parts as part join group_purchases on group_purchases.id = group_id
    left join orders on orders.id = part.order_id where group_purchases.rifa_id = ${rifaId}`.execute(bed.db);
  for (const part of parts) {
    if (part.isFree) expect(part).toMatchObject({ isEnded: false, orderId: null, live: [] });
    else if (!part.isEnded) expect(['pending', 'paid', 'refunded', 'charged_back']).toContain(part.status);
    expect(part.live.length).toBeLessThanOrEqual(1);
    if (part.live.length === 1) expect(part.orderId).toBe(part.live[0]);
    if (part.held) expect(part.numbers).toEqual(expect.arrayContaining(part.held));
  }
  await expectStartersWithAccount(bed, rifaId);
  for (const { token } of groups) await expectConsistentPage(bed, token);
  return rows;
}

/** A group that still sells parts has a starter with an account: only its end frees her to delete it. */
async function expectStartersWithAccount({ db }: GroupBed, rifaId: string): Promise<void> {
  const { rows } = await sql<{ isDeleted: boolean }>`
    select deleted_at is not null as is_deleted from group_purchases join profiles on profiles.id = starter_id
    where rifa_id = ${rifaId} and ended_at is null`.execute(db);
  for (const { isDeleted } of rows) expect(isDeleted).toBe(false);
}

/** The page of the group says what its orders say. */
async function expectConsistentPage(bed: GroupBed, token: string): Promise<void> {
  const { state, endReason, parts } = await bed.group(token);
  const states = parts.map((part) => part.state);
  if (state === 'starting') expect(states[0]).toBe('taken');
  if (state === 'open') expect(states).not.toContain('ended');
  if (state === 'ended' || state === 'complete') expect(states).not.toContain('free');
  if (state === 'complete')
    expect(states.every((partState) => partState === 'paid' || partState === 'returned')).toBe(true);
  if (endReason === 'unpaid') expect(states.slice(1).every((partState) => partState === 'ended')).toBe(true);
}
