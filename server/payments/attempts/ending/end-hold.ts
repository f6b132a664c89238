import type { PaymentsContext } from '../../payments-context.ts';

/**
 * Ends an order's reservation before its time, as if its 15 minutes were over: for demonstrations and tests, where
 * nobody waits. What follows is the ordinary end of a hold.
 * @returns whether there was a waiting order of that reference
 */
export async function endHold(
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  externalReference: string,
): Promise<boolean> {
  const ended = await db
    .updateTable('orders')
    .set({ holdExpiresAt: clock.now() })
    .where('externalReference', '=', externalReference)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}
