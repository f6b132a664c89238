/** Error responses of the API. In its own module so that the first page load does not include the error messages. */
import type { ORPCError } from '@orpc/client';
import type { ErrorCode } from '@mare/contract/errors.ts';

/** Recognised by its properties: its class belongs to the client of the API, which loads with the first call. */
export function isErrorResponse(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof Error && 'code' in error && 'status' in error && 'defined' in error;
}

export function isApiError(error: unknown, code: ErrorCode): boolean {
  return isErrorResponse(error) && error.defined && error.code === code;
}

/** A 4xx response: the server has read the call and rejected it. Otherwise the call may have changed nothing, or its response is lost. */
export function isRejection(error: unknown): boolean {
  return isErrorResponse(error) && error.status < 500;
}

/** The server is busy, or its database is away. The same call succeeds later. */
export function isUnavailable(error: unknown): boolean {
  return isErrorResponse(error) && error.status === 503;
}

export function isUnauthenticated(error: unknown): boolean {
  return isErrorResponse(error) && error.status === 401;
}
