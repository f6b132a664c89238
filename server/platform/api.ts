/** The one way a feature answers the contract: `api.<feature>.<procedure>.handler(...)`. */
import { implement } from '@orpc/server';
import { contract } from '@mare/contract/contract.ts';
import type { Platform } from './platform.ts';

/** Who calls, as the session says at this moment. */
export interface Principal {
  userId: string;
  sessionId: string;
  email: string;
  role: 'buyer' | 'support' | 'admin';
  aal: 'aal1' | 'aal2';
}

export interface RequestContext {
  platform: Platform;
  principal: Principal | null;
  /** Caller's address, for rate limits and the activity log. */
  address: string;
}

export const api = implement(contract).$context<RequestContext>();
