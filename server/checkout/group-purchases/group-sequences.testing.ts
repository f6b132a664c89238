/** Steps of people who share a rifa's limits over own orders, parts of group purchases and gifts, and what must hold. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { sql } from 'kysely';
import { ORPCError } from '@orpc/server';
import { lockRifasOfOrder } from '../../orders/lifecycle/lock-rifas.ts';
import { lockOrder } from '../../orders/lifecycle/lock-order.ts';
import { type ReleasedStatus, releaseOrder } from '../../orders/lifecycle/release-order.ts';
import { restoreOrder } from '../../orders/lifecycle/restore-order.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { addSettlingPayment } from '../../orders/lifecycle/settling-payment.testing.ts';
import { checkNumberCounts } from '../../orders/orders.testing.ts';
import { recordReturn } from '../../orders/returns/returned-cotas.ts';
import { releaseReturned } from '../../orders/returns/release-returned.ts';
import { endOrdersOfPersonJob } from '../../payments/attempts/ending/end-orders-of-person.job.ts';
import { endDueGroups } from '../../orders/group-purchases/end-group.ts';
import { deleteAccount } from '../../accounts/privacy/delete-account.ts';
import { joinPersons } from '../../accounts/persons/join-persons.ts';
import { personIdOf } from '../../accounts/persons/persons.queries.ts';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { addCoupon, expectCouponsOfOrders } from './group-coupons.testing.ts';
import type { GroupBed } from './group-purchases.testing.ts';

/** Cotas of R$ 2 that a person may hold. */
export const MAX_PER_PERSON = 12;
/** Monthly limit of the first person, in centavos. */
export const MONTHLY_CENTAVOS = 2_000;

/** `who` is an account: 0 and 1 are of one person. */
export type GroupStep =
  | { do: 'start'; who: number; parts: number; cotas: number; hasCoupon: boolean }
  | { do: 'take'; who: number; group: number; part: number; hasCoupon: boolean }
  | { do: 'order'; who: number; cotas: number; hasCoupon: boolean }
  | { do: 'press again'; order: number }
  | { do: 'pay' | 'cancel' | 'refund' | 'charge back' | 'restore' | 'return one'; order: number }
  | { do: 'give'; order: number; cotas: number; who: number }
  | { do: 'end'; group: number }
  | { do: 'join' | 'exclude' | 'suspend' | 'delete'; who: number }
  | { do: 'deadlines' | 'merge' };

type Purchase = Extract<GroupStep, { do: 'start' | 'take' | 'order' }>;

const RELEASES: Partial<Record<GroupStep['do'], ReleasedStatus>> = {
  cancel: 'cancelled',
  refund: 'refunded',
  'charge back': 'charged_back',
};

export type GroupHistory = Awaited<ReturnType<typeof beginHistory>>;

/** Four buyers of three persons at a rifa of 60 cotas. */
export async function beginHistory(bed: GroupBed) {
  const rifaId = await bed.rifa(60);
  await bed.pool.query(
    `alter table rifas disable trigger rifa_share_stays;
     update rifas set max_per_person = ${MAX_PER_PERSON}, max_per_order = ${MAX_PER_PERSON} where id = '${rifaId}';
     alter table rifas enable trigger rifa_share_stays`,
  );
  const accounts = await Promise.all([bed.buyer(), bed.buyer(), bed.buyer(), bed.buyer()]);
  await bed.db.updateTable('profiles').set({ personId: accounts[0] }).where('id', '=', accounts[1]).execute();
  await bed.clientOf(accounts[0]).accounts.changeOwnLimits({ kind: 'monthly', centavos: MONTHLY_CENTAVOS });
  const history = {
    rifaId,
    accounts,
    orders: [] as string[],
    groups: [] as { token: string; cotas: number }[],
    coupon: await addCoupon(bed),
    ended: new Set<string>(),
    /** Repeats the request of each order, with its key. */
    presses: [] as (() => Promise<unknown>)[],
  };
  return { ...history, advanced: 0 };
}

/** Takes a step; a rejection is one of the valid outcomes. */
export async function takeStep(bed: GroupBed, history: GroupHistory, step: GroupStep): Promise<void> {
  try {
    await execute(bed, history, step);
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
}

async function execute(bed: GroupBed, history: GroupHistory, step: GroupStep): Promise<void> {
  const { accounts, orders, groups } = history;
  const account = 'who' in step ? accounts[step.who % accounts.length]! : '';
  switch (step.do) {
    case 'start':
    case 'take':
    case 'order': {
      const press = pressOf(bed, history, account, step);
      if (!press) return;
      const { token, orderId } = await press();
      orders.push(orderId);
      history.presses.push(press);
      if (step.do === 'start') groups.push({ token, cotas: step.cotas });
      return;
    }
    case 'press again':
      await history.presses[step.order % Math.max(1, orders.length)]?.();
      return;
    case 'end': {
      const group = groups[step.group % Math.max(1, groups.length)];
      if (!group) return;
      for (const one of accounts)
        await bed.clientOf(one).orders.endGroup({ token: group.token }).catch(isRejection);
      return;
    }
    case 'deadlines':
      history.advanced += 4 * 3_600;
      bed.clock.advance(4 * 3_600);
      return endDueGroups(bed.platform);
    case 'exclude':
      return exclude(bed, account);
    case 'suspend':
      await bed.db
        .updateTable('auth.users')
        .set({ bannedUntil: new Date('2100-01-01') })
        .where('id', '=', account)
        .execute();
      return;
    case 'delete':
      return void (await deleteAccount(bed.platform, { userId: account }));
    case 'join':
      return join(bed, account, accounts[(step.who + 1) % accounts.length]!);
    case 'merge': {
      const by = { userId: accounts[3], ipAddress: null };
      await mergePeople(bed.platform, by, { id: accounts[2], formerId: accounts[3] }, mergeReferrals);
      return;
    }
    case 'give':
      return give(bed, history, step);
    default:
      return changeOrder(bed, orders[step.order % Math.max(1, orders.length)], step.do);
  }
}

function pressOf(bed: GroupBed, { rifaId, groups, coupon }: GroupHistory, account: string, step: Purchase) {
  const options = { key: randomUUID(), ...(step.hasCoupon && { more: { coupon } }) };
  if (step.do === 'start') return () => bed.start(account, rifaId, { ...step, ...options });
  if (step.do === 'order') return () => bed.buy(account, rifaId, { ...options, cotas: step.cotas });
  const group = groups[step.group % Math.max(1, groups.length)];
  return group && (() => bed.take(account, rifaId, group, step.part, { ...options, cotas: group.cotas }));
}

function isRejection(error: unknown): void {
  if (!(error instanceof ORPCError)) throw error;
}

/** A person excludes herself from the shop, which ends her unpaid orders. */
async function exclude(bed: GroupBed, userId: string): Promise<void> {
  const { personId } = await bed.db
    .selectFrom('profiles')
    .select('personId')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (personId === null) return;
  await bed.clientOf(userId).accounts.changeOwnLimits({ kind: 'exclusion' });
  await endOrdersOfPersonJob.handle(bed.context, { personId });
}

/** The persons of two accounts turn out to be one. */
async function join(bed: GroupBed, one: string, other: string): Promise<void> {
  await bed.db.transaction().execute(async (trx) => {
    const [first, second] = [await personIdOf(trx, one), await personIdOf(trx, other)];
    await joinPersons(trx, bed.platform, first, second);
  });
}

async function give(
  bed: GroupBed,
  { accounts, orders, rifaId }: GroupHistory,
  { order, cotas, who }: Extract<GroupStep, { do: 'give' }>,
): Promise<void> {
  const orderId = orders[order % Math.max(1, orders.length)];
  if (!orderId) return;
  const { userId, externalReference } = await bed.db
    .selectFrom('orders')
    .select(['userId', 'externalReference'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow();
  const items = await bed.db
    .selectFrom('orderItems')
    .select('selectedNumbers')
    .where('orderId', '=', orderId)
    .execute();
  const numbers = items.flatMap(({ selectedNumbers }) => selectedNumbers).slice(0, cotas);
  if (numbers.length === 0) return;
  const given = await bed
    .clientOf(userId)
    .orders.giveCotas({ externalReference, rifaId, numbers, recipientName: 'Vó Nina', email: null });
  await bed.clientOf(accounts[who % accounts.length]!).orders.claimGift({ reference: given.reference });
}

async function changeOrder(
  bed: GroupBed,
  orderId: string | undefined,
  change: GroupStep['do'],
): Promise<void> {
  if (!orderId) return;
  const now = bed.clock.now();
  await bed.db.transaction().execute(async (trx) => {
    const to = RELEASES[change];
    if (to) await releaseOrder(trx, orderId, to);
    if (change === 'pay') await settleOrder(trx, orderId, now);
    if (change === 'restore') await restoreOrder(trx, orderId, now);
    if (change !== 'return one') return;
    const { status } = await lockOrder(trx, orderId);
    await lockRifasOfOrder(trx, orderId);
    const item = await trx
      .selectFrom('orderItems')
      .select(['lineNo', 'rifaId', 'selectedNumbers'])
      .where('orderId', '=', orderId)
      .executeTakeFirst();
    if (status !== 'paid' || !item || item.selectedNumbers.length < 2) return;
    const paid = await trx
      .selectFrom('providerPayments')
      .select('paymentId')
      .where('orderId', '=', orderId)
      .where('disposition', '=', 'settles')
      .executeTakeFirst();
    if (!paid) await addSettlingPayment(trx, orderId);
    const refundId = randomUUID();
    await trx
      .insertInto('refunds')
      .values({
        id: refundId,
        provider: 'sandbox',
        paymentId: paid?.paymentId ?? orderId,
        amount: '2.00',
        reason: 'withdrawal',
        idempotencyKey: refundId,
        state: 'done',
      })
      .execute();
    const { lineNo, rifaId, selectedNumbers } = item;
    const cotas = [
      { lineNo, rifaId, numbers: selectedNumbers.slice(-1), centavos: 200, refundedCentavos: 200 },
    ];
    await recordReturn(trx, { orderId, refundId, cotas });
    await releaseReturned(trx, orderId, refundId);
  });
}

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
  await expectStarters(bed, rifaId);
  for (const { token } of groups) await expectTruePage(bed, token);
  return rows;
}

/** A group that still sells parts has a starter with an account: only its end frees her to delete it. */
async function expectStarters({ db }: GroupBed, rifaId: string): Promise<void> {
  const { rows } = await sql<{ isDeleted: boolean }>`
    select deleted_at is not null as is_deleted from group_purchases join profiles on profiles.id = starter_id
    where rifa_id = ${rifaId} and ended_at is null`.execute(db);
  for (const { isDeleted } of rows) expect(isDeleted).toBe(false);
}

/** The page of the group says what its orders say. */
async function expectTruePage(bed: GroupBed, token: string): Promise<void> {
  const { state, endReason, parts } = await bed.group(token);
  const states = parts.map((part) => part.state);
  if (state === 'starting') expect(states[0]).toBe('taken');
  if (state === 'open') expect(states).not.toContain('ended');
  if (state === 'ended' || state === 'complete') expect(states).not.toContain('free');
  if (state === 'complete') expect(states.every((one) => one === 'paid' || one === 'returned')).toBe(true);
  if (endReason === 'unpaid') expect(states.slice(1).every((one) => one === 'ended')).toBe(true);
}
