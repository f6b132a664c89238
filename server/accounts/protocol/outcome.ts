/** Result of an auth use case: a value, or a rejection for the client. */

export interface Granted<T> {
  ok: true;
  value: T;
}

export interface Rejection {
  ok: false;
  /** HTTP status. */
  status: number;
  /** Machine-readable; the client shows it as `error.code`. */
  code: string;
  message: string;
  /** With `weak_password`: the failed rules. */
  reasons?: string[];
  /** With 429: seconds to wait. */
  retryAfterSeconds?: number;
}

export type Outcome<T> = Granted<T> | Rejection;

export function grant<T>(value: T): Granted<T> {
  return { ok: true, value };
}

export function reject(
  status: number,
  code: string,
  message: string,
  more: Pick<Rejection, 'reasons' | 'retryAfterSeconds'> = {},
): Rejection {
  return { ok: false, status, code, message, ...more };
}

export function rejectTooMany(retryAfterSeconds: number): Rejection {
  return reject(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds });
}
