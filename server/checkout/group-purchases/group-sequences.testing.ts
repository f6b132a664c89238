/** Steps of people who share a rifa's limits over own orders, parts of group purchases and gifts. */
import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { endOrdersOfPersonJob } from '../../payments/attempts/ending/end-orders-of-person.job.ts';
import { endDueGroups } from '../../orders/group-purchases/end-group.ts';
import { deleteAccount } from '../../accounts/privacy/delete-account.ts';
import { joinPersons } from '../../accounts/persons/join-persons.ts';
import { personIdOf } from '../../accounts/persons/persons.queries.ts';
import { mergePeople } from '../../admin/people/merge-people.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { changeOrder, type OrderChange } from './change-order.testing.ts';
import { addCoupon } from './group-coupons.testing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
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
  | { do: OrderChange; order: number }
  | { do: 'give'; order: number; cotas: number; who: number }
  | { do: 'end'; group: number }
  | { do: 'join' | 'exclude' | 'suspend' | 'delete'; who: number }
  | { do: 'deadlines' | 'merge' };

type Purchase = Extract<GroupStep, { do: 'start' | 'take' | 'order' }>;

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
  await inTransaction(bed.db, async (trx) => {
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
