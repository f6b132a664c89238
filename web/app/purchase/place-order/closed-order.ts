import type { apiErrors } from '@mare/contract/errors.ts';
import type { z } from 'zod';
import { isApiError } from '../../fetching/failures/is-api-error.ts';

type ClosedOrder = z.infer<(typeof apiErrors)['ORDER_CLOSED']['data']>;

/** The order that an earlier press with the same idempotency key made, if it can no longer be paid. */
export function readClosedOrder(error: unknown): ClosedOrder | null {
  return isApiError(error, 'ORDER_CLOSED') ? (error as { data: ClosedOrder }).data : null;
}

/** Whether the next press makes another order. While a reservation is ending, its payment may still arrive. */
export function hasEndedForGood(error: unknown): boolean {
  const closed = readClosedOrder(error);
  return closed !== null && closed.status !== 'pending';
}
