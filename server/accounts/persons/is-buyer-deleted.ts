import type { Executor } from '../auth.ts';
import { lockAccount } from './persons.queries.ts';

/** Whether the buyer has deleted the account. Locks the account, which serializes this with a deletion. */
export async function isBuyerDeleted(trx: Executor, userId: string): Promise<boolean> {
  const { isDeleted } = await lockAccount(trx, userId);
  return isDeleted;
}
