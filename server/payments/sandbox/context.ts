/** Dependencies and settings shared by the sandbox's modules. */
import type pg from 'pg';
import type { Activity } from '../../platform/activity.ts';
import type { Clock, Random } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import type { FaultPlan } from './fault-plan.ts';

export interface SandboxOptions {
  /** Public URL of the sandbox with its mount path; no trailing slash. */
  publicUrl: string;
  /** Public URL of the shop; return URL of Pix pages. */
  storeUrl: string;
  /** Bearer token required by the API, as by the provider. */
  token: string;
  webhookSecret: string;
  pool: pg.Pool;
  clock: Clock;
  random: Random;
  log: Log;
  activity?: Activity | undefined;
  /** Expires an order's reservation now. @returns whether there was one */
  endHold: (externalReference: string) => Promise<boolean>;
  /** Scales the webhook retry delays; 1 is the provider's real schedule. */
  ladderScale?: number;
}

export interface SandboxContext extends SandboxOptions {
  clock: Clock & { advance(seconds: number): void };
  faults: FaultPlan[];
  /** Number of calls so far, and how many of them got an injected fault. */
  served: { calls: number; faulted: number };
  /** Replication lag of searches, in milliseconds. */
  searchLagMs: number;
  /** Rejects refunds as for an account without balance. */
  refundsHaveNoFunds: boolean;
  webhooks: WebhookPolicy;
  /** Wakes the webhook sender. */
  triggerSender(): void;
}

export interface WebhookPolicy {
  /** Copies of each delivery. */
  copies: number;
  delayMs: number;
  /** Probability that a delivery is lost, 0 to 1. */
  dropRate: number;
  /** Sends in random order. */
  reorder: boolean;
  channel: 'webhook' | 'feed' | 'both';
  timestampUnit: 'seconds' | 'milliseconds';
}

export const PLAIN_WEBHOOKS: WebhookPolicy = {
  copies: 1,
  delayMs: 0,
  dropRate: 0,
  reorder: false,
  channel: 'webhook',
  timestampUnit: 'seconds',
};

export function createContext(options: SandboxOptions): SandboxContext {
  let offsetMs = 0;
  return {
    ...options,
    clock: {
      now: () => new Date(options.clock.now().getTime() + offsetMs),
      advance: (seconds) => {
        offsetMs += seconds * 1000;
      },
    },
    faults: [],
    served: { calls: 0, faulted: 0 },
    searchLagMs: 0,
    refundsHaveNoFunds: false,
    webhooks: { ...PLAIN_WEBHOOKS },
    triggerSender: () => undefined,
  };
}
