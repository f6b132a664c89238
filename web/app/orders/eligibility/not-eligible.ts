import { ORPCError } from '@orpc/client';
import { isApiError } from '../../messages.ts';
import type { WhyNot } from './eligibility-messages.ts';

/** Why the buyer may not take part, when that is what an order was refused for. */
export function notEligible(error: unknown): (WhyNot & { title: string }) | null {
  if (!isApiError(error, 'NOT_ELIGIBLE') || !(error instanceof ORPCError)) return null;
  return error.data as WhyNot & { title: string };
}
