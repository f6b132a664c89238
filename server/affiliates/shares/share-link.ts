import { makeAffiliateCode } from '@mare/domain/affiliates/affiliate-code.ts';
import type { Platform } from '../../platform/platform.ts';

/** Attempts to draw an unused code. */
const TRIES = 5;

/**
 * The code of a person's link to a rifa: always the same, also under concurrent calls.
 * @throws if no free code was found
 */
export async function ensureShareLink(
  { db, clock, random }: Pick<Platform, 'db' | 'clock' | 'random'>,
  { userId, rifaId }: { userId: string; rifaId: string },
): Promise<string> {
  const find = () =>
    db
      .selectFrom('shareLinks')
      .select('code')
      .where('userId', '=', userId)
      .where('rifaId', '=', rifaId)
      .where('isFormer', '=', false)
      .executeTakeFirst();
  for (let tryNo = 0; tryNo < TRIES; tryNo++) {
    const known = await find();
    if (known) return known.code;
    const code = makeAffiliateCode((count) => random.bytes(count));
    await db
      .insertInto('shareLinks')
      .values({ code, userId, rifaId, createdAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const existing = await find();
  if (!existing) throw new Error('no free share code');
  return existing.code;
}

/** Visits, and orders of others that are paid now, of all links of a person to a rifa. */
export async function countShares(
  { db }: Pick<Platform, 'db'>,
  { userId, rifaId }: { userId: string; rifaId: string },
): Promise<{ visits: number; paidOrders: number }> {
  const codes = db
    .selectFrom('shareLinks')
    .select('code')
    .where('userId', '=', userId)
    .where('rifaId', '=', rifaId);
  const [{ visits }, { paidOrders }] = await Promise.all([
    db
      .selectFrom('shareVisits')
      .select((eb) => eb.fn.countAll<number>().as('visits'))
      .where('code', 'in', codes)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('shareOrders')
      .innerJoin('orders', 'orders.id', 'shareOrders.orderId')
      .select((eb) => eb.fn.countAll<number>().as('paidOrders'))
      .where('shareOrders.code', 'in', codes)
      .where('orders.status', '=', 'paid')
      .executeTakeFirstOrThrow(),
  ]);
  return { visits, paidOrders };
}
