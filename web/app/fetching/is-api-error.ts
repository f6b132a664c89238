import { ORPCError } from '@orpc/client';
import type { ErrorCode } from '@mare/contract/errors.ts';

/** In its own module so that the first page load does not include the error messages. */
export function isApiError(error: unknown, code: ErrorCode): boolean {
  return error instanceof ORPCError && error.defined && error.code === code;
}

export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ORPCError && error.status === 401;
}
