import type { Executor } from '../auth.ts';

/**
 * Removes a CPF from express accounts that were never confirmed and never paid: typing in a CPF proves nothing, and
 * its owner may use another browser. Keeps it while one of their orders can still be paid, or a limit or
 * self-exclusion depends on it, which a new account must not escape.
 * @returns whether the CPF is free
 */
export async function releaseUnprovedPerson(trx: Executor, personId: string): Promise<boolean> {
  const accounts = await trx
    .selectFrom('profiles')
    .leftJoin('expressAccounts as express', 'express.userId', 'profiles.id')
    .select(['profiles.id', 'profiles.totalOrders', 'express.userId as expressId', 'express.confirmedAt'])
    .where('profiles.personId', '=', personId)
    .where('profiles.deletedAt', 'is', null)
    .execute();
  // All accounts are deleted: the person is kept, and a new account joins it.
  if (accounts.length === 0) return false;
  const isUnproved = accounts.every(
    ({ totalOrders, expressId, confirmedAt }) =>
      expressId !== null && confirmedAt === null && totalOrders === 0,
  );
  if (
    !isUnproved ||
    (await isNeeded(
      trx,
      personId,
      accounts.map(({ id }) => id),
    ))
  )
    return false;
  await trx.deleteFrom('persons').where('id', '=', personId).execute();
  await trx.updateTable('profiles').set({ cpf: null }).where('personId', '=', personId).execute();
  return true;
}

async function isNeeded(trx: Executor, personId: string, accountIds: string[]): Promise<boolean> {
  const [order, limit] = await Promise.all([
    trx
      .selectFrom('orders')
      .select('id')
      .where('userId', 'in', accountIds)
      .where('status', '=', 'pending')
      .executeTakeFirst(),
    trx.selectFrom('ownLimits').select('userId').where('userId', '=', personId).executeTakeFirst(),
  ]);
  return order !== undefined || limit !== undefined;
}
