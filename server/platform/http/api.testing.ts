import { randomUUID } from 'node:crypto';
import type { Principal, RequestContext } from './api.ts';
import { requestCookies } from './request/cookies.ts';
import type { Platform } from '../platform.ts';
import { createRateLimiter } from './request/rate-limit.ts';

/** Request context for tests. @param caller null for a visitor */
export function testContext(
  platform: Platform,
  caller: Partial<Principal> | null = null,
  cookies = requestCookies(undefined, 'http://localhost'),
): RequestContext {
  const principal: Principal | null = caller && {
    userId: randomUUID(),
    sessionId: randomUUID(),
    email: 'ana@exemplo.com.br',
    role: 'buyer',
    aal: 'aal1',
    ...caller,
  };
  return {
    platform,
    principal,
    ipAddress: '203.0.113.7',
    cookies,
    limiter: createRateLimiter(platform.clock),
    missingProof: async () => null,
  };
}
