/** How a use case of the auth service ends: with a value, or with a refusal that says what the client is told. */

export interface Granted<T> {
  ok: true;
  value: T;
}

export interface Refusal {
  ok: false;
  /** HTTP status. */
  status: number;
  /** Machine-readable; the client shows it as `error.code`. */
  code: string;
  message: string;
  /** With `weak_password`: which rules were missed. */
  reasons?: string[];
  /** With 429: seconds until a new try makes sense. */
  retryAfterSeconds?: number;
}

export type Outcome<T> = Granted<T> | Refusal;

export function grant<T>(value: T): Granted<T> {
  return { ok: true, value };
}

export function refuse(
  status: number,
  code: string,
  message: string,
  more: Pick<Refusal, 'reasons' | 'retryAfterSeconds'> = {},
): Refusal {
  return { ok: false, status, code, message, ...more };
}

export function refuseTooMany(retryAfterSeconds: number): Refusal {
  return refuse(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds });
}
