/** Cancels the unpaid orders of a person who paused or excluded herself. */
import { findSpendingBlockOfPerson } from '../../../accounts/limits/read-own-limits.ts';
import { spendingBlocked } from '../../../accounts/limits/spending-blocked.ts';
import { onEvent } from '../../../platform/jobs/define-job.ts';
import type { PaymentsContext } from '../../payments-context.ts';
import { closeOrder } from './close-order.ts';

/**
 * Ends the unpaid orders of all accounts of the person. Keeps an order that its provider already reports as paid. If
 * a provider does not respond, the closing loop retries the order.
 */
export const endOrdersOfPersonJob = onEvent(
  spendingBlocked,
  async (context: PaymentsContext, { personId }) => {
    if (!(await findSpendingBlockOfPerson(context.db, context, personId))) return;
    const orders = await context.db
      .selectFrom('orders')
      .innerJoin('profiles', 'profiles.id', 'orders.userId')
      .select('orders.id')
      .where('profiles.personId', '=', personId)
      .where('orders.status', '=', 'pending')
      .execute();
    for (const { id } of orders) await closeOrder(context, id);
  },
);
