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

/** Accounts 0 and 1 are of one person. */
export type GroupStep =
  | { do: 'start'; accountIndex: number; parts: number; cotas: number; hasCoupon: boolean }
  | { do: 'take'; accountIndex: number; group: number; part: number; hasCoupon: boolean }
  | { do: 'order'; accountIndex: number; cotas: number; hasCoupon: boolean }
  | { do: 'repeat request'; order: number }
  | { do: OrderChange; order: number }
  | { do: 'give'; order: number; cotas: number; accountIndex: number }
  | { do: 'end'; group: number }
  | { do: 'join' | 'exclude' | 'suspend' | 'delete'; accountIndex: number }
  | { do: 'deadlines' | 'merge' };

type Purchase = Extract<GroupStep, { do: 'start' | 'take' | 'order' }>;

export type GroupHistory = Awaited<ReturnType<typeof startHistory>>;

/** Four buyers of three persons at a rifa of 60 cotas. */
export async function startHistory(bed: GroupBed) {
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
    requests: [] as (() => Promise<unknown>)[],
  };
  return { ...history, advancedSeconds: 0 };
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
  const account = 'accountIndex' in step ? accounts[step.accountIndex % accounts.length]! : '';
  switch (step.do) {
    case 'start':
    case 'take':
    case 'order': {
      const send = prepareRequest(bed, history, account, step);
      if (!send) return;
      const { token, orderId } = await send();
      orders.push(orderId);
      history.requests.push(send);
      if (step.do === 'start') groups.push({ token, cotas: step.cotas });
      return;
    }
    case 'repeat request':
      await history.requests[step.order % Math.max(1, orders.length)]?.();
      return;
    case 'end': {
      const group = groups[step.group % Math.max(1, groups.length)];
      if (!group) return;
      for (const userId of accounts)
        await bed.clientOf(userId).orders.endGroup({ token: group.token }).catch(ignoreRejection);
      return;
    }
    case 'deadlines':
      history.advancedSeconds += 4 * 3_600;
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
      return joinPersonsOf(bed, account, accounts[(step.accountIndex + 1) % accounts.length]!);
    case 'merge': {
      const by = { userId: accounts[3], ipAddress: null };
      await mergePeople(bed.platform, by, { id: accounts[2], formerId: accounts[3] }, mergeReferrals);
      return;
    }
    case 'give':
      return giveCotas(bed, history, step);
    default:
      return changeOrder(bed, orders[step.order % Math.max(1, orders.length)], step.do);
  }
}

function prepareRequest(
  bed: GroupBed,
  { rifaId, groups, coupon }: GroupHistory,
  account: string,
  step: Purchase,
) {
  const options = { key: randomUUID(), ...(step.hasCoupon && { more: { coupon } }) };
  if (step.do === 'start') return () => bed.start(account, rifaId, { ...step, ...options });
  if (step.do === 'order') return () => bed.buy(account, rifaId, { ...options, cotas: step.cotas });
  const group = groups[step.group % Math.max(1, groups.length)];
  return group && (() => bed.take(account, rifaId, group, step.part, { ...options, cotas: group.cotas }));
}

function ignoreRejection(error: unknown): void {
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
async function joinPersonsOf(bed: GroupBed, firstAccount: string, secondAccount: string): Promise<void> {
  await inTransaction(bed.db, async (trx) => {
    const [first, second] = [await personIdOf(trx, firstAccount), await personIdOf(trx, secondAccount)];
    await joinPersons(trx, bed.platform, first, second);
  });
}

async function giveCotas(
  bed: GroupBed,
  { accounts, orders, rifaId }: GroupHistory,
  { order, cotas, accountIndex }: Extract<GroupStep, { do: 'give' }>,
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
  await bed
    .clientOf(accounts[accountIndex % accounts.length]!)
    .orders.claimGift({ reference: given.reference });
}
