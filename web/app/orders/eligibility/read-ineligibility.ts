import { ORPCError } from '@orpc/client';
import { isApiError } from '../../messages.ts';
import type { IneligibilityOfRifa } from './eligibility-messages.ts';

/** Reason for ineligibility in the error of an order, if any. */
export function readIneligibility(error: unknown): IneligibilityOfRifa | null {
  if (!isApiError(error, 'NOT_ELIGIBLE') || !(error instanceof ORPCError)) return null;
  return error.data as IneligibilityOfRifa;
}
