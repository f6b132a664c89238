/**
 * Stands before everything else that a payment takes: who has to come again costs neither a look at the session nor at
 * what was sent, and who is let in waits behind nobody who is not.
 */
import { ORPCError } from '@orpc/server';
import type { MiddlewareHandler } from 'hono';
import { refusals } from '@mare/contract/refusals.ts';
import type { Clock } from '../platform/clock.ts';
import { answerDirectly, type HttpEnv, isHttpsUrl, setSafeHeaders } from '../platform/http/http.ts';
import type { WebApp } from '../platform/http/serve-until-drained.ts';
import type { Log } from '../platform/log/log.ts';
import { isTracing } from '../platform/log/tracing.ts';
import { createAdmission } from './admission.ts';

/**
 * Milliseconds for which a place is kept for somebody whose request is not read and whose session is not known yet:
 * nobody holds places by sending slowly.
 */
const BEGUN_WITHIN_MS = 2_000;

export const PAYMENTS_PATH = '/api/checkout/payments';

export interface PaymentDoor {
  /** Lets in, or tells when to come again. */
  enter: MiddlewareHandler<HttpEnv>;
  /** Tells when to come again before the request has cost anything, with the same answer as `enter`. */
  refuseAtOnce: NonNullable<WebApp['answerAtOnce']>;
}

/** @param publicUrl with https, browsers are told to come by no other way */
export function createPaymentDoor(clock: Clock, log: Log, publicUrl: string): PaymentDoor {
  const admission = createAdmission();
  const now = () => clock.now().getTime();
  const safeHeaders = new Headers();
  setSafeHeaders(safeHeaders, isHttpsUrl(publicUrl));
  return {
    async enter(c, next) {
      const entered = admission.enter(now());
      if (!entered.ok) {
        const { body, headers } = comeAgain(entered.retryAfterSeconds);
        return c.body(body, refusals.BUSY.status, headers);
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
    },

    refuseAtOnce(request, response) {
      if (request.method !== 'POST' || request.url !== PAYMENTS_PATH || isTracing()) return false;
      const started = performance.now();
      const retryAfterSeconds = admission.refuse(now());
      if (retryAfterSeconds === null) return false;
      const { body, headers } = comeAgain(retryAfterSeconds);
      const length = String(Buffer.byteLength(body));
      const all = [...safeHeaders, ...Object.entries(headers), ['content-length', length]].flat();
      answerDirectly(log, request, response, { status: refusals.BUSY.status, headers: all, body }, started);
      return true;
    },
  };
}

function comeAgain(retryAfterSeconds: number) {
  const { status, message } = refusals.BUSY;
  const busy = new ORPCError('BUSY', { defined: true, status, message, data: { retryAfterSeconds } });
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  };
  return { body: JSON.stringify(busy.toJSON()), headers };
}
