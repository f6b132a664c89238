/**
 * Stands before everything else that a payment takes: who has to come again costs neither a look at the session nor at
 * what was sent, and who is let in waits behind nobody who is not.
 */
import { ORPCError } from '@orpc/server';
import type { MiddlewareHandler } from 'hono';
import { refusals } from '@mare/contract/refusals.ts';
import type { Clock } from '../platform/clock.ts';
import type { HttpEnv } from '../platform/http/http.ts';
import { createAdmission } from './admission.ts';

/**
 * Milliseconds for which a place is kept for somebody whose request is not read and whose session is not known yet:
 * nobody holds places by sending slowly.
 */
const BEGUN_WITHIN_MS = 2_000;

export const PAYMENTS_PATH = '/api/checkout/payments';

export function paymentDoor(clock: Clock): MiddlewareHandler<HttpEnv> {
  const admission = createAdmission();
  const now = () => clock.now().getTime();
  return async (c, next) => {
    const entered = admission.enter(now());
    if (!entered.ok) {
      const { retryAfterSeconds } = entered;
      const { status, message } = refusals.BUSY;
      const busy = new ORPCError('BUSY', { defined: true, status, message, data: { retryAfterSeconds } });
      const headers = { 'cache-control': 'no-store', 'retry-after': String(retryAfterSeconds) };
      return c.json(busy.toJSON(), status, headers);
    }
    let isServed = false;
    const leave = () => entered.leave(now(), isServed);
    const timer = setTimeout(leave, BEGUN_WITHIN_MS);
    const begin = () => {
      clearTimeout(timer);
      isServed = true;
    };
    c.set('place', { begin, leave });
    try {
      await next();
    } finally {
      clearTimeout(timer);
      leave();
    }
  };
}
