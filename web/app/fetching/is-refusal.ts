import { ORPCError } from '@orpc/client';
import type { RefusalCode } from '@mare/contract/refusals.ts';

/** Whether a call was refused with this code. Apart from the sentences, which the first view of a page does without. */
export function isRefusal(error: unknown, code: RefusalCode): boolean {
  return error instanceof ORPCError && error.defined && error.code === code;
}

/** Whether the server did not know who called. */
export function isUnknownCaller(error: unknown): boolean {
  return error instanceof ORPCError && error.status === 401;
}
