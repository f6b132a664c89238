import { oc } from '@orpc/contract';
import { pickErrors } from './errors.ts';

/**
 * Begins a procedure that takes effect once per `Idempotency-Key`. Its implementation uses `once`
 * (server/platform/http/idempotency/once.ts), which rejects with this error.
 */
export const withIdempotencyKey = oc.errors(pickErrors('OUTCOME_UNKNOWN'));
