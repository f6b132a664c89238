import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { isApiError } from '../../fetching/failures/is-api-error.ts';

type ClosedOrder = z.infer<(typeof apiErrors)['ORDER_CLOSED']['data']>;

/** The order that an earlier press with the same idempotency key made, if it can no longer be paid. */
function readClosedOrder(error: unknown): ClosedOrder | null {
  return isApiError(error, 'ORDER_CLOSED') ? (error as { data: ClosedOrder }).data : null;
}

/** That order if it is paid, or its payment may still arrive: its page opens. */
export function readFoundOrder(error: unknown): ClosedOrder | null {
  const closed = readClosedOrder(error);
  return closed?.status === 'paid' || closed?.status === 'pending' ? closed : null;
}

/** Whether the next press makes another order. While a reservation is ending, its payment may still arrive. */
export function hasEndedForGood(error: unknown): boolean {
  const closed = readClosedOrder(error);
  return closed !== null && closed.status !== 'pending';
}
