import type { Executor } from '../auth.ts';
import { lockAccount } from './persons.queries.ts';

/** Whether the buyer has deleted the account. Locks it: a deletion that runs meanwhile is awaited, a later one waits. */
export async function isBuyerDeleted(trx: Executor, userId: string): Promise<boolean> {
  const { isDeleted } = await lockAccount(trx, userId);
  return isDeleted;
}
