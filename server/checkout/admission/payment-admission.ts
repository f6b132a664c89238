/**
 * Admission control of the payment endpoint, before sessions and bodies are read. Rejected requests cost next to nothing
 * and never queue ahead of admitted ones.
 */
import { ORPCError } from '@orpc/server';
import type { MiddlewareHandler } from 'hono';
import { apiErrors } from '@mare/contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import { type HttpEnv, isHttpsUrl, sendFast, setSecurityHeaders } from '../../platform/http/http.ts';
import type { FastPath } from '../../platform/http/serve-until-drained.ts';
import type { Log } from '../../platform/log/log.ts';
import { isTracing } from '../../platform/log/tracing.ts';
import { createAdmission } from './admission.ts';

/**
 * A permit expires after this (ms) unless the request has been read and authenticated: a slow sender must not hold
 * permits.
 */
const CONFIRM_WITHIN_MS = 2_000;

export const PAYMENTS_PATH = '/api/checkout/payments';

export interface PaymentAdmission {
  /** Admits the request with a permit, or rejects it as BUSY. */
  admit: MiddlewareHandler<HttpEnv>;
  /** Fast path that answers BUSY before the request is parsed; declines while there is capacity. */
  rejectFast: FastPath;
}

/** @param publicUrl with https, sends HSTS */
export function createPaymentAdmission(clock: Clock, log: Log, publicUrl: string): PaymentAdmission {
  const admission = createAdmission();
  const now = () => clock.now().getTime();
  const securityHeaders = new Headers();
  setSecurityHeaders(securityHeaders, isHttpsUrl(publicUrl));
  return {
    async admit(c, next) {
      const acquired = admission.acquire(now());
      if (!acquired.ok) {
        const { body, headers } = busyResponse(acquired.retryAfterSeconds);
        return c.body(body, apiErrors.BUSY.status, headers);
      }
      let isServed = false;
      const release = () => acquired.release(now(), isServed);
      const timer = setTimeout(release, CONFIRM_WITHIN_MS);
      const confirm = () => {
        clearTimeout(timer);
        isServed = true;
      };
      c.set('permit', { confirm, release });
      try {
        await next();
      } finally {
        clearTimeout(timer);
        release();
      }
    },

    rejectFast(request, response) {
      if (request.method !== 'POST' || request.url !== PAYMENTS_PATH || isTracing()) return false;
      const started = performance.now();
      const retryAfterSeconds = admission.rejectIfFull(now());
      if (retryAfterSeconds === null) return false;
      const { body, headers } = busyResponse(retryAfterSeconds);
      const length = String(Buffer.byteLength(body));
      const all = [...securityHeaders, ...Object.entries(headers), ['content-length', length]].flat();
      sendFast(log, request, response, { status: apiErrors.BUSY.status, headers: all, body }, started);
      return true;
    },
  };
}

function busyResponse(retryAfterSeconds: number) {
  const { status, message } = apiErrors.BUSY;
  const busy = new ORPCError('BUSY', { defined: true, status, message, data: { retryAfterSeconds } });
  const headers = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds),
  };
  return { body: JSON.stringify(busy.toJSON()), headers };
}
